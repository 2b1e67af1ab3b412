import { memo } from 'react';
import type { Task } from '../api/collections';
import { call } from './call';
import { EditableText } from './EditableText';

/** `useFind` keeps the objects of tasks that did not change: their rows are not rendered again. */
export const TaskRow = memo(function TaskRow({ task }: { readonly task: Task }) {
  return (
    <li className={task.done ? 'task done' : 'task'}>
      <input
        type="checkbox"
        aria-label={`Done: ${task.text}`}
        checked={task.done}
        onChange={(event) => call('tasks.setDone', task._id, event.target.checked)}
      />
      <EditableText
        text={task.text}
        label="Text of the task"
        maxLength={200}
        onChange={(text) => call('tasks.rename', task._id, text)}
      />
      <button
        type="button"
        className="remove"
        aria-label={`Remove: ${task.text}`}
        onClick={() => call('tasks.remove', task._id)}
      >
        ×
      </button>
    </li>
  );
});
