import type { LiveQueryHandle, ObserveCallbacks } from '@bolide/meteor/minimongo';
import type { Computation } from '@bolide/meteor/tracker';
import type { ComponentType } from 'react';

/** Reads reactive data. There is a computation in browsers only. */
export type ReactiveFunction<T> = (computation?: Computation) => T;

/** Says whether a change from `previous` to `next` is none for the component. */
export type SkipUpdate<T> = (previous: T, next: T) => boolean;

/** What `useFind` needs of a cursor. */
export interface ObservableCursor<T> {
  observe(callbacks: ObserveCallbacks<T>): LiveQueryHandle;
  fetch(): T[];
  fetchAsync(): Promise<T[]>;
}

/** What the `useFind` that suspends needs of a collection. */
export interface ObservableCollection<T, Arguments extends readonly unknown[]> {
  find(...args: Arguments): ObservableCursor<T>;
}

/** Selector and options, as `find` of a collection takes them. */
export type FindArguments = readonly unknown[];

export interface WithTrackerOptions<Props, Data> {
  /** Gives the properties that are added to those of the component. */
  getMeteorData: (props: Props) => Data;
  /** Whether the component is left alone while its properties and data stay the same. Default true. */
  pure?: boolean | undefined;
  skipUpdate?: SkipUpdate<Data> | undefined;
}

/** Makes a component that is given reactive data of one that takes them as properties. */
export type WithTrackerWrapper<Props, Data> = (component: ComponentType<Props & Data>) => ComponentType<Props>;
