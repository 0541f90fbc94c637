import axios, { type AxiosResponse } from 'axios';
import type { HttpRequest, SendResult } from './call-shape';

/** Replies as received: every status is a reply, and only a stream is not text. */
const wire = axios.create({
  adapter: 'xhr',
  validateStatus: null,
  // Axios would search the cookies for a token that the server does not know, at every call.
  withXSRFToken: false,
  transformResponse: (data: unknown) => (typeof data === 'string' ? parsed(data) : data),
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Sends one request. Every status is a reply; a request without any reply is `lost`. */
export async function send(request: HttpRequest): Promise<SendResult> {
  const { method, url, withCookie, body, stream, signal, onUploadProgress, onDownloadProgress } = request;
  try {
    const reply = await wire.request<unknown>({
      method,
      url,
      headers: headersOf(request),
      withCredentials: withCookie,
      data: body,
      responseType: stream ? 'blob' : 'text',
      ...(signal && { signal }),
      // Listening makes a cross-origin request send a preflight, so only a caller that wants progress listens.
      ...(onUploadProgress && {
        onUploadProgress: ({ loaded, total }) => onUploadProgress({ loaded, total }),
      }),
      ...(onDownloadProgress && {
        onDownloadProgress: ({ loaded, total }) => onDownloadProgress({ loaded, total }),
      }),
    });
    return replyOf(reply);
  } catch (error) {
    if (axios.isCancel(error)) return { is: 'lost', reason: 'aborted' };
    if (axios.isAxiosError(error)) return { is: 'lost', reason: 'offline' };
    throw error;
  }
}

/** A `Blob` has its own type; axios would send it as a form. */
function headersOf({ headers, body }: HttpRequest): Record<string, string> {
  return body instanceof Blob && body.type !== ''
    ? { ...headers, 'Content-Type': body.type }
    : { ...headers };
}

function replyOf({ status, statusText, headers, data }: AxiosResponse<unknown>): SendResult {
  const header = (name: string) => {
    const value: unknown = headers[name.toLowerCase()];
    return typeof value === 'string' ? value : undefined;
  };
  return { is: 'reply', status, statusText, header, body: data };
}
