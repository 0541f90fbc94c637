import type { HttpRequest, SendResult } from './call-shape';

const LINES = 'application/x-ndjson';

/**
 * Sends one request whose reply is read while it arrives: its body is a `ReadableStream`. A reply that is not
 * lines (a refusal, an error page) is read completely and is a `Blob`.
 */
export async function openLines(request: HttpRequest): Promise<SendResult> {
  const { method, url, headers, withCookie, body, signal } = request;
  try {
    const reply = await fetch(url, {
      method,
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      credentials: withCookie ? 'include' : 'omit',
      cache: 'no-store',
      signal: signal ?? null,
    });
    const { status, statusText } = reply;
    const header = (name: string) => reply.headers.get(name) ?? undefined;
    const isLines = status === 200 && (header('content-type')?.startsWith(LINES) ?? false);
    const read = isLines ? reply.body : new Blob([await reply.text()]);
    return { is: 'reply', status, statusText, header, body: read };
  } catch {
    return { is: 'lost', reason: signal?.aborted === true ? 'aborted' : 'offline' };
  }
}
