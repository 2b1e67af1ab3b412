import { BuildError } from '../build-error.js';

export interface StaticHtml {
  /** Markup inside the `<head>` elements, in order. */
  readonly head: string;
  readonly body: string;
  /** Attributes of the `<body>` elements. */
  readonly bodyAttributes: Readonly<Record<string, string>>;
}

const COMMENT_OR_SPACE = /(?:\s+|<!--[\s\S]*?-->)/y;
const OPENING = /<(head|body)((?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*)\s*>/iy;
const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g;
const DOCTYPE = /<!doctype[^>]*>/iy;

/**
 * Gathers what all HTML files of an app say, as Meteor's `static-html` does: at their top level they hold `<head>` and
 * `<body>` elements and nothing else.
 */
export function gatherStaticHtml(files: readonly { readonly path: string; readonly text: string }[]): StaticHtml {
  const head: string[] = [];
  const body: string[] = [];
  const bodyAttributes: Record<string, string> = {};
  for (const { path, text } of files) {
    for (const element of topLevelElements(path, text)) {
      if (element.name === 'head') head.push(element.content);
      else {
        body.push(element.content);
        for (const [name, value] of Object.entries(element.attributes)) {
          if (name in bodyAttributes && bodyAttributes[name] !== value) {
            throw new BuildError(`${path}: the <body> attribute "${name}" has another value in another HTML file.`, {
              remedy: 'Set it in one file only.',
            });
          }
          bodyAttributes[name] = value;
        }
      }
    }
  }
  return { head: head.join('\n').trim(), body: body.join('\n').trim(), bodyAttributes };
}

interface Element {
  readonly name: 'head' | 'body';
  readonly content: string;
  readonly attributes: Readonly<Record<string, string>>;
}

function topLevelElements(path: string, text: string): Element[] {
  const elements: Element[] = [];
  let position = 0;
  const accept = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = position;
    const match = pattern.exec(text);
    if (match) position = pattern.lastIndex;
    return match;
  };
  while (position < text.length) {
    if (accept(COMMENT_OR_SPACE)) continue;
    const line = (): number => text.slice(0, position).split('\n').length;
    if (accept(DOCTYPE)) {
      throw new BuildError(`${path}:${line()}: a <!DOCTYPE> is not wanted here.`, {
        remedy: 'Remove it: the server writes the page around your <head> and <body>.',
      });
    }
    const opening = accept(OPENING);
    if (!opening) {
      const found = text.slice(position, position + 30).split('\n')[0];
      throw new BuildError(`${path}:${line()}: expected <head> or <body> at the top level, found "${found}".`, {
        remedy: /^<template/i.test(text.slice(position))
          ? 'Blaze templates need the package "blaze-html-templates", which is not built in.'
          : 'Move it into <head> or <body>, or the file into public/.',
      });
    }
    const name = (opening[1] as string).toLowerCase() as 'head' | 'body';
    const closing = findClosing(text, name, position);
    if (closing === -1) {
      throw new BuildError(`${path}:${line()}: <${name}> is not closed.`, { remedy: `Add </${name}>.` });
    }
    elements.push({ name, content: text.slice(position, closing), attributes: attributesOf(opening[2] ?? '') });
    position = text.indexOf('>', closing) + 1;
  }
  return elements;
}

/** The closing tag outside comments, scripts and styles. */
function findClosing(text: string, name: string, from: number): number {
  const pattern = new RegExp(
    `<!--[\\s\\S]*?-->|<(script|style|textarea|title)\\b[\\s\\S]*?</\\1\\s*>|(</${name}\\s*>)`,
    'gi',
  );
  pattern.lastIndex = from;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) if (match[2]) return match.index;
  return -1;
}

function attributesOf(text: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const match of text.matchAll(ATTRIBUTE)) {
    attributes[match[1] as string] = match[2] ?? match[3] ?? match[4] ?? '';
  }
  return attributes;
}
