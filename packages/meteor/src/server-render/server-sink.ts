import type { IncomingHttpHeaders } from 'node:http';
import { append, type Html } from './content.js';
import type { Content, Sink, SinkRequest } from './types.js';

/** What belongs into one element. */
export interface ElementContent {
  html: Html;
  /** True: in place of what the element contains. */
  replaces: boolean;
}

/** Collects what the callbacks have to say about one page. */
export class ServerSink implements Sink {
  readonly request: SinkRequest;
  readonly arch: string;
  head: Html = '';
  body: Html = '';
  readonly elements: Map<string, ElementContent> = new Map();
  statusCode: number | null = null;
  readonly responseHeaders: Record<string, string | string[]> = Object.create(null);
  /** False as long as no callback has said anything. */
  maybeMadeChanges = false;

  constructor(request: SinkRequest, arch: string) {
    this.request = request;
    this.arch = arch;
  }

  appendToHead(content: Content): void {
    this.head = append(this.head, content);
    this.#changed(this.head);
  }

  appendToBody(content: Content): void {
    this.body = append(this.body, content);
    this.#changed(this.body);
  }

  appendToElementById(id: string, content: Content): void {
    const before = this.elements.get(id);
    const html = append(before?.html, content);
    this.elements.set(id, { html, replaces: before?.replaces ?? false });
    this.#changed(html);
  }

  renderIntoElementById(id: string, content: Content): void {
    this.elements.set(id, { html: append('', content), replaces: true });
    this.maybeMadeChanges = true;
  }

  redirect(location: string, code = 301): void {
    this.setStatusCode(code);
    this.setHeader('Location', location);
  }

  setStatusCode(code: number): void {
    this.statusCode = code;
    this.maybeMadeChanges = true;
  }

  setHeader(name: string, value: number | string | readonly string[]): void {
    this.responseHeaders[name] = typeof value === 'object' ? value.map(String) : String(value);
    this.maybeMadeChanges = true;
  }

  getHeaders(): IncomingHttpHeaders {
    return this.request.headers;
  }

  getCookies(): Record<string, unknown> {
    return this.request.cookies;
  }

  #changed(html: Html): void {
    if (html !== '') this.maybeMadeChanges = true;
  }
}
