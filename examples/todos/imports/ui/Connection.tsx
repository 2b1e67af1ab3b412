import { Meteor } from 'meteor/meteor';
import { useTracker } from 'meteor/react-meteor-data';

/** Says so when the server is away. */
export function Connection() {
  const { connected, status } = useTracker(() => Meteor.status(), []);
  if (connected) return <p id="status" className="connection" data-status={status} hidden />;
  return (
    <p id="status" className="connection" data-status={status} role="status">
      No connection. What you do is sent when it is back.
    </p>
  );
}
