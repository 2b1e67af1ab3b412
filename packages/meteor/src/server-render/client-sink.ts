import type { Content, Sink } from './types.js';

/** Puts content into the page at once. */
export class ClientSink implements Sink {
  appendToHead(content: Content): void {
    appendContent(document.head, content);
  }

  appendToBody(content: Content): void {
    appendContent(document.body, content);
  }

  appendToElementById(id: string, content: Content): void {
    appendContent(elementById(id), content);
  }

  renderIntoElementById(id: string, content: Content): void {
    const element = elementById(id);
    element.replaceChildren();
    appendContent(element, content);
  }

  redirect(location: string): void {
    window.location.assign(location);
  }

  setStatusCode(): void {
    serverOnly('setStatusCode');
  }

  setHeader(): void {
    serverOnly('setHeader');
  }

  getHeaders(): Record<string, never> {
    serverOnly('getHeaders');
    return {};
  }

  getCookies(): Record<string, never> {
    serverOnly('getCookies');
    return {};
  }
}

function elementById(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`The page has no element with the id "${id}".`);
  return element;
}

function appendContent(destination: Element, content: Content): void {
  if (content === null || content === undefined) return;
  if (Array.isArray(content)) {
    for (const part of content as readonly Content[]) appendContent(destination, part);
  } else if (content instanceof Node) {
    destination.append(content);
  } else {
    // Parsed in a copy of the element, whose kind decides what the markup means (rows of a table, …).
    const container = destination.cloneNode(false) as Element;
    container.innerHTML = String(content);
    destination.append(...container.childNodes);
  }
}

function serverOnly(method: string): void {
  console.error(`sink.${method} was called on the client, but it is only for the server.`);
}
