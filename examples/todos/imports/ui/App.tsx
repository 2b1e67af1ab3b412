import { useFind, useSubscribe } from 'meteor/react-meteor-data';
import { Lists } from '../api/collections';
import { Connection } from './Connection';
import { ListPane } from './ListPane';
import { usePlace } from './location';
import { Problem } from './Problem';
import { Sidebar } from './Sidebar';

export function App() {
  const isLoading = useSubscribe('lists');
  const lists = useFind(() => Lists.find({}, { sort: { createdAt: 1 } }));
  const { listId, filter, page } = usePlace();
  const list = lists.find(({ _id }) => _id === listId) ?? lists[0];

  return (
    <div className="layout">
      <Sidebar lists={lists} currentId={list?._id} isLoading={isLoading()} />
      <main>
        {list ? (
          <ListPane key={list._id} list={list} filter={filter} page={list._id === listId ? page : 1} />
        ) : (
          <p className="empty">{isLoading() ? 'Loading…' : 'No lists yet. Make one on the left.'}</p>
        )}
      </main>
      <Problem />
      <Connection />
    </div>
  );
}
