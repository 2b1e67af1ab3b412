/** A response without a moving part, for requests that nobody answers. */
export interface ErrorPage {
  readonly status: number;
  readonly statusText: string;
  readonly body: string;
}

const STATUS_TEXTS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  416: 'Range Not Satisfiable',
  426: 'Upgrade Required',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  503: 'Service Unavailable',
};

export const ERROR_PAGE_TYPE = 'text/html; charset=utf-8';

const made = new Map<number, ErrorPage>();

/** The plain page for a status. With `error`, its stack is shown; hosts do that in development only. */
export function errorPage(status: number, error?: unknown): ErrorPage {
  if (error === undefined) {
    let page = made.get(status);
    if (page === undefined) {
      page = makePage(status, '');
      made.set(status, page);
    }
    return page;
  }
  return makePage(status, `<pre>${escapeHtml(describeError(error))}</pre>`);
}

/**
 * The status that an error asks for in the manner of Express and http-errors (`error.status`, `error.statusCode`),
 * when it is a client or server error; else 500.
 */
export function statusOfError(error: unknown): number {
  if (typeof error !== 'object' || error === null) return 500;
  try {
    const { status, statusCode } = error as { status?: unknown; statusCode?: unknown };
    const wanted = typeof status === 'number' ? status : statusCode;
    return typeof wanted === 'number' && Number.isInteger(wanted) && wanted >= 400 && wanted < 600 ? wanted : 500;
  } catch {
    // Getters and proxies can throw whatever is asked of them.
    return 500;
  }
}

function describeError(error: unknown): string {
  try {
    return error instanceof Error ? (error.stack ?? String(error)) : String(error);
  } catch {
    return 'An error of which nothing can be told, since looking at it throws';
  }
}

/** Whether error pages may tell what went wrong. */
export function showsErrors(): boolean {
  return process.env.NODE_ENV === 'development';
}

function makePage(status: number, details: string): ErrorPage {
  const statusText = STATUS_TEXTS[status] ?? 'Error';
  const title = `${status} ${statusText}`;
  return {
    status,
    statusText,
    body: `<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><h1>${title}</h1>${details}</body></html>\n`,
  };
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
