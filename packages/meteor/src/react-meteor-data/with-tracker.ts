import { type ComponentType, createElement, forwardRef, memo } from 'react';
import type { WithTrackerOptions, WithTrackerWrapper } from './types.js';
import { useTracker } from './use-tracker.js';

/**
 * Makes components that are given reactive data as properties. Hooks do the same with less: `useTracker`.
 *
 * @param options A function from properties to further ones; or options with that function.
 */
export function withTracker<Props extends object, Data extends object | null | undefined>(
  options: ((props: Props) => Data) | WithTrackerOptions<Props, Data>,
): WithTrackerWrapper<Props, Data> {
  const {
    getMeteorData,
    pure = true,
    skipUpdate,
  } = typeof options === 'function' ? ({ getMeteorData: options } as WithTrackerOptions<Props, Data>) : options;
  return (component) => {
    const Inner = component as ComponentType<object>;
    // biome-ignore lint/correctness/noComponentHookFactories: that is what it is for
    const WithTracker = forwardRef<unknown, object>((props, ref) => {
      const data = useTracker(() => getMeteorData(props as Props), skipUpdate);
      return createElement(Inner, { ...props, ...data, ...(ref === null ? undefined : { ref }) });
    });
    return (pure ? memo(WithTracker) : WithTracker) as unknown as ComponentType<Props>;
  };
}
