import axios, { type AxiosResponse } from 'axios';
import type { HttpRequest, Sent } from './call/http-shape';

const wire = axios.create({ withCredentials: true, validateStatus: () => true });

function headerOf({ headers }: AxiosResponse): (name: string) => string | undefined {
  return (name) => {
    const value: unknown = headers[name];
    return typeof value === 'string' ? value : undefined;
  };
}

/** Sends one request. Every status is an answer; what never got one is `lost`. Loaded with the first call, after sign-in. */
export async function send(request: HttpRequest): Promise<Sent> {
  const { method, url, headers, body, stream, signal, onUploadProgress, onDownloadProgress } = request;
  try {
    const reply = await wire.request<unknown>({
      method,
      url,
      headers,
      data: body,
      responseType: stream ? 'blob' : 'json',
      ...(signal && { signal }),
      ...(onUploadProgress && {
        onUploadProgress: ({ loaded, total }) => onUploadProgress({ loaded, total }),
      }),
      ...(onDownloadProgress && {
        onDownloadProgress: ({ loaded, total }) => onDownloadProgress({ loaded, total }),
      }),
    });
    return {
      is: 'reply',
      status: reply.status,
      statusText: reply.statusText,
      header: headerOf(reply),
      body: reply.data,
    };
  } catch (error) {
    if (axios.isCancel(error)) return { is: 'lost', reason: 'aborted' };
    if (axios.isAxiosError(error)) return { is: 'lost', reason: 'offline' };
    throw error;
  }
}
