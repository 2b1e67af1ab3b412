import { Meteor } from 'meteor/meteor';
import { type CSSProperties, type FormEvent, useState } from 'react';
import type { List } from '../api/collections';
import { countOf } from '../api/filters';
import { problem } from './call';
import { goTo, hrefOf } from './location';

interface Props {
  readonly lists: readonly List[];
  readonly currentId: string | undefined;
  readonly isLoading: boolean;
}

export function Sidebar({ lists, currentId, isLoading }: Props) {
  const [name, setName] = useState('');

  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (!name.trim()) return;
    setName('');
    try {
      // Golden angle: neighbours differ.
      goTo(hrefOf(await Meteor.callAsync('lists.add', name, Math.round(lists.length * 137.5 + 277))));
    } catch {
      problem.set('The list could not be made.');
    }
  };

  return (
    <aside>
      <h1>
        <img src="/favicon.svg" alt="" width="28" height="28" /> Todos
      </h1>
      <nav id="lists" aria-label="Lists" aria-busy={isLoading}>
        {lists.map((list) => (
          <a
            key={list._id}
            href={hrefOf(list._id)}
            className="list-link"
            aria-current={list._id === currentId ? 'page' : undefined}
            style={{ '--hue': list.hue } as CSSProperties}
          >
            <span className="dot" />
            <span className="name">{list.name}</span>
            <span className="badge">{countOf(list, 'open')}</span>
          </a>
        ))}
      </nav>
      <form onSubmit={add}>
        <input
          id="new-list"
          aria-label="Name of a new list"
          placeholder="New list"
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </form>
    </aside>
  );
}
