import type { HttpRequest, Sent, UploadProgress } from './http-shape';

/** Whoever shows a count needs no more of it, ms; the browser tells it twenty times a second. */
const PACE_MS = 300;

/** The server may answer some addresses by a page: a call wants none. */
const ACCEPT = 'application/json, text/plain, */*';

/**
 * Sends one request. Every status is an answer; what never got one is `lost`. By XMLHttpRequest, which alone counts the
 * bytes of an upload.
 */
export function send(request: HttpRequest): Promise<Sent> {
  const { signal } = request;
  if (signal?.aborted) return Promise.resolve({ is: 'lost', reason: 'aborted' });
  return new Promise((resolve) => {
    const wire = new XMLHttpRequest();
    const abort = () => wire.abort();
    signal?.addEventListener('abort', abort);
    wire.open(request.method, request.url);
    wire.withCredentials = request.withCookie;
    wire.responseType = request.stream ? 'blob' : 'text';
    // Listening makes a cross-origin request ask for permission first: only where somebody wants to know.
    if (request.onUploadProgress) count(wire.upload, request.onUploadProgress);
    if (request.onDownloadProgress) count(wire, request.onDownloadProgress);
    // Comes last however it ended, also where a browser that leaves the page tells of nothing else.
    wire.addEventListener('loadend', () => {
      signal?.removeEventListener('abort', abort);
      if (wire.status > 0) resolve(replyOf(wire));
      else resolve({ is: 'lost', reason: signal?.aborted ? 'aborted' : 'offline' });
    });
    const { type, content } = bodyOf(request.body);
    const headers = { Accept: ACCEPT, ...type, ...request.headers };
    for (const [name, value] of Object.entries(headers)) wire.setRequestHeader(name, value);
    wire.send(content);
  });
}

interface Body {
  /** Bytes and forms with files say their own. */
  readonly type?: { readonly 'Content-Type': string };
  readonly content: XMLHttpRequestBodyInit | null;
}

/** What is neither bytes nor a form nor a text goes as JSON. */
function bodyOf(body: unknown): Body {
  if (body === undefined || body === null) return { content: null };
  if (typeof body === 'string' || body instanceof Blob || body instanceof FormData) return { content: body };
  if (body instanceof URLSearchParams) return { type: typed(FORM), content: body.toString() };
  return { type: typed('application/json'), content: JSON.stringify(body) };
}

const FORM = 'application/x-www-form-urlencoded;charset=UTF-8';
const typed = (type: string) => ({ 'Content-Type': type });

/** Tells of bytes in steps, and of the last ones before the end is told. */
function count(source: XMLHttpRequestEventTarget, tell: (progress: UploadProgress) => void): void {
  let told = 0;
  let untold: UploadProgress | undefined;
  const tellNow = () => {
    if (untold) tell(untold);
    untold = undefined;
    told = performance.now();
  };
  source.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
    untold = { loaded, total: lengthComputable ? total : undefined };
    if (performance.now() - told >= PACE_MS) tellNow();
  });
  source.addEventListener('loadend', tellNow);
}

function replyOf(wire: XMLHttpRequest): Sent {
  const body: unknown = wire.responseType === 'blob' ? wire.response : parsed(wire.responseText);
  return {
    is: 'reply',
    status: wire.status,
    statusText: wire.statusText,
    header: (name) => wire.getResponseHeader(name) ?? undefined,
    body,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
