import { useFind, useSubscribe } from 'meteor/react-meteor-data';
import { type CSSProperties, type FormEvent, useState } from 'react';
import { type List, Tasks } from '../api/collections';
import { countOf, type Filter, FILTERS, ORDER, PAGE_SIZE, selectorOf } from '../api/filters';
import { call } from './call';
import { EditableText } from './EditableText';
import { goTo, hrefOf } from './location';
import { Pages } from './Pages';
import { TaskRow } from './TaskRow';

const LABELS: Record<Filter, string> = { all: 'All', open: 'Open', done: 'Done' };

const NOTHING: Record<Filter, string> = {
  all: 'Nothing here yet. What is to be done?',
  open: 'All done. Well done!',
  done: 'Nothing done yet.',
};

interface Props {
  readonly list: List;
  readonly filter: Filter;
  readonly page: number;
}

export function ListPane({ list, filter, page: asked }: Props) {
  const pages = Math.max(1, Math.ceil(countOf(list, filter) / PAGE_SIZE));
  // Tasks of the last page may have gone.
  const page = Math.min(asked, pages);
  const isLoading = useSubscribe('tasks', list._id, filter, page);
  const tasks = useFind(
    () => Tasks.find(selectorOf(list._id, filter), { sort: ORDER, limit: PAGE_SIZE }),
    [list._id, filter],
  );
  const [text, setText] = useState('');

  const add = (event: FormEvent) => {
    event.preventDefault();
    if (!text.trim()) return;
    call('tasks.add', list._id, text);
    setText('');
    // Where the new task is.
    if (page > 1 || filter === 'done') goTo(hrefOf(list._id, filter === 'done' ? 'all' : filter));
  };

  return (
    <section className="pane" style={{ '--hue': list.hue } as CSSProperties}>
      <header>
        <h2 id="title">
          <EditableText
            text={list.name}
            label="Name of the list"
            maxLength={60}
            onChange={(name) => call('lists.rename', list._id, name)}
          />
        </h2>
        <button type="button" className="quiet" onClick={() => call('lists.remove', list._id)}>
          Delete list
        </button>
      </header>
      <progress value={list.done} max={Math.max(1, list.total)} aria-label="Done" />
      <p className="summary" id="summary">
        {list.done} of {list.total} done
      </p>

      <form onSubmit={add}>
        <input
          id="new-task"
          aria-label="New task"
          placeholder="What is to be done?"
          maxLength={200}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <button type="submit" className="primary">
          Add
        </button>
      </form>

      <div className="tools">
        <nav id="filters" aria-label="Filter">
          {FILTERS.map((name) => (
            <a
              key={name}
              id={`filter-${name}`}
              href={hrefOf(list._id, name)}
              aria-current={name === filter ? 'true' : undefined}
            >
              {LABELS[name]} <small>{countOf(list, name)}</small>
            </a>
          ))}
        </nav>
        {list.done > 0 && (
          <button type="button" id="remove-done" className="quiet" onClick={() => call('lists.removeDone', list._id)}>
            Remove done
          </button>
        )}
      </div>

      <ul id="tasks" aria-busy={isLoading()}>
        {tasks.map((task) => (
          <TaskRow key={task._id} task={task} />
        ))}
      </ul>
      {tasks.length === 0 && <p className="empty">{isLoading() ? 'Loading…' : NOTHING[filter]}</p>}
      <Pages count={pages} current={page} hrefOf={(number) => hrefOf(list._id, filter, number)} />
    </section>
  );
}
