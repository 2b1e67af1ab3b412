import { useTracker } from 'meteor/react-meteor-data';
import { problem } from './call';

export function Problem() {
  const text = useTracker(() => problem.get(), []);
  if (!text) return null;
  return (
    <p id="problem" className="problem" role="alert">
      <span>{text}</span>
      <button type="button" aria-label="Close" onClick={() => problem.set(undefined)}>
        ×
      </button>
    </p>
  );
}
