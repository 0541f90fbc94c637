import type { HttpRequest, Sent } from './http-shape';

/** What the browser encodes itself, with the header that belongs to it. */
const isEncoded = (body: unknown): body is FormData | URLSearchParams | Blob =>
  body instanceof FormData || body instanceof URLSearchParams || body instanceof Blob;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * Sends one request. Every status is an answer; what never got one is `lost`. XMLHttpRequest, because it alone counts
 * the bytes of an upload; a library around it would be a tenth of the console's first load.
 */
export function send(request: HttpRequest): Promise<Sent> {
  const { method, url, headers, body, stream, signal, onUploadProgress, onDownloadProgress } = request;
  return new Promise((resolve) => {
    if (signal?.aborted) {
      resolve({ is: 'lost', reason: 'aborted' });
      return;
    }
    const wire = new XMLHttpRequest();
    const abort = () => wire.abort();
    const end = (sent: Sent) => {
      signal?.removeEventListener('abort', abort);
      resolve(sent);
    };
    wire.open(method, url);
    wire.withCredentials = true;
    wire.responseType = stream ? 'blob' : 'text';
    for (const [name, value] of Object.entries(headers)) wire.setRequestHeader(name, value);
    signal?.addEventListener('abort', abort);
    if (onUploadProgress) {
      // Listening makes a cross-origin request ask for permission first: only where somebody wants to know.
      wire.upload.onprogress = ({ loaded, total, lengthComputable }) =>
        onUploadProgress({ loaded, total: lengthComputable ? total : undefined });
    }
    if (onDownloadProgress) {
      wire.onprogress = ({ loaded, total, lengthComputable }) =>
        onDownloadProgress({ loaded, total: lengthComputable ? total : undefined });
    }
    wire.onabort = () => end({ is: 'lost', reason: 'aborted' });
    wire.onerror = () => end({ is: 'lost', reason: 'offline' });
    wire.onload = () => end(replyOf(wire, stream));
    wire.send(payload(wire, body));
  });
}

function payload(wire: XMLHttpRequest, body: unknown): XMLHttpRequestBodyInit | null {
  if (body === undefined) return null;
  if (isEncoded(body)) return body;
  wire.setRequestHeader('Content-Type', 'application/json');
  return JSON.stringify(body);
}

function replyOf(wire: XMLHttpRequest, stream: boolean): Sent {
  return {
    is: 'reply',
    status: wire.status,
    statusText: wire.statusText,
    header: (name) => wire.getResponseHeader(name) ?? undefined,
    body: stream ? (wire.response as unknown) : parsed(wire.responseText),
  };
}
