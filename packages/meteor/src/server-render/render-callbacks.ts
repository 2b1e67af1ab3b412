import { type BoilerplateData, concatenate } from '@bolide/meteor/boilerplate-generator';
import { type BoilerplateDataCallback, WebAppInternals } from '@bolide/meteor/webapp';
import { append, type Html, textOf } from './content.js';
import { insertContent } from './insert-content.js';
import { hasCallbacks, onPageLoad } from './page-load-callbacks.js';
import { ServerSink } from './server-sink.js';

const render: BoilerplateDataCallback = async (request, data, arch) => {
  const sink = new ServerSink(request, arch);
  await onPageLoad.chain((callback) => callback(sink, request));
  if (!sink.maybeMadeChanges) return false;
  // A part of the page's text, so a stream must be read to its end.
  if (sink.head !== '') data.dynamicHead = (data.dynamicHead ?? '') + (await textOf(sink.head));
  if (sink.elements.size > 0) {
    await insertInto(data, 'body', sink);
    await insertInto(data, 'dynamicBody', sink);
  }
  if (sink.body !== '') data.dynamicBody = append(data.dynamicBody as Html | undefined, sink.body);
  if (sink.statusCode !== null) data.statusCode = sink.statusCode;
  data.headers = { ...data.headers, ...sink.responseHeaders };
  return true;
};

/** Streams are passed through as they are: only text can be searched for elements. */
async function insertInto(data: BoilerplateData, property: 'body' | 'dynamicBody', sink: ServerSink): Promise<void> {
  const html = data[property];
  if (typeof html !== 'string' || html === '') return;
  const parts = await insertContent(html, sink.elements);
  if (parts) data[property] = parts.every((part) => typeof part === 'string') ? parts.join('') : concatenate(parts);
}

/** Makes the callbacks a part of how pages are rendered. Pages come from memory while there are none. */
export function renderCallbacksIntoPages(): void {
  WebAppInternals.registerBoilerplateDataCallback(
    'meteor/server-render',
    Object.assign(render, { isIdle: () => !hasCallbacks() }),
  );
}
