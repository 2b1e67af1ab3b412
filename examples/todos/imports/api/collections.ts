import { Mongo } from 'meteor/mongo';

export interface List {
  _id: string;
  name: string;
  /** Hue of its colour, 0 to 359. */
  hue: number;
  createdAt: Date;
  /** Number of its tasks, and of those that are done. Kept by the methods, so that no page needs all the tasks. */
  total: number;
  done: number;
}

export interface Task {
  _id: string;
  listId: string;
  text: string;
  done: boolean;
  createdAt: Date;
}

// No `allow`: clients write through methods only.
export const Lists = new Mongo.Collection<List>('lists');
export const Tasks = new Mongo.Collection<Task>('tasks');
