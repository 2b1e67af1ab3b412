import { chooseCoding } from './accept-encoding.js';
import { type ByteRange, parseRange } from './byte-range.js';
import { evaluateConditions, ifRangeHolds } from './conditional-request.js';
import type { StaticForm, StaticForms } from './static-forms.js';

/** What to send for a conditional or partial request. */
export interface StaticAnswer {
  readonly status: 200 | 206 | 304 | 412 | 416;
  /** With status 206. */
  readonly range?: ByteRange;
}

/** Reads one header of the request by its lower-case name. */
export type HeaderReader = (name: string) => string | undefined;

const WHOLE: StaticAnswer = { status: 200 };

/** The form of a file that suits the client best. */
export function chooseForm(forms: StaticForms, acceptEncoding: string | undefined): StaticForm {
  if (forms.codings.length === 0) return forms.plain;
  const index = chooseCoding(forms.codings, acceptEncoding);
  return index === -1 ? forms.plain : (forms.encoded[index] as StaticForm);
}

/**
 * The answer to a GET or HEAD request that has at least one of If-None-Match, If-Modified-Since and Range.
 * Hosts skip this for all other requests.
 */
export function staticAnswer(form: StaticForm, method: string, header: HeaderReader): StaticAnswer {
  const status = evaluateConditions(
    {
      ifMatch: header('if-match'),
      ifNoneMatch: header('if-none-match'),
      ifModifiedSince: header('if-modified-since'),
      ifUnmodifiedSince: header('if-unmodified-since'),
    },
    form,
  );
  if (status !== 200) return { status };
  const rangeHeader = header('range');
  if (rangeHeader === undefined || method !== 'GET' || !ifRangeHolds(header('if-range'), form)) return WHOLE;
  const range = parseRange(rangeHeader, form.size);
  if (range === undefined) return WHOLE;
  return range === 'unsatisfiable' ? { status: 416 } : { status: 206, range };
}

/** Headers of an answer other than 200. Name, value, name, value … */
export function answerHeaders(form: StaticForm, answer: StaticAnswer): readonly string[] {
  switch (answer.status) {
    case 206: {
      const { first, last } = answer.range as ByteRange;
      return [
        ...form.bodyHeaders,
        'Content-Range',
        `bytes ${first}-${last}/${form.size}`,
        'Content-Length',
        String(last - first + 1),
      ];
    }
    case 304:
      return form.sharedHeaders;
    case 416:
      return ['Content-Range', `bytes */${form.size}`, 'Content-Length', '0'];
    case 412:
      return ['Content-Length', '0'];
    case 200:
      return form.fullHeaders;
  }
}

/** The error for a file that cannot be sent truthfully any more. */
export function changedFile(form: StaticForm): Error {
  return new Error(`the static file ${String(form.source)} has changed since the server started`);
}
