import { uploadBody, uploadHeaders, type Fault } from '@sitedeck/contract';
import type { UploadServer } from '../upload/upload-server';

interface Wire {
  code: string;
  res: unknown;
  msg: string;
}

const reasonOf = (res: unknown): string =>
  typeof res === 'object' && res !== null && 'reason' in res ? String(res.reason) : 'refused';

/** The upload calls by plain `fetch`: the same form and headers as in the page, without the SDK's session. */
export function fetchUploadServer(origin: string): UploadServer {
  const post = async (path: string, init: RequestInit): Promise<unknown> => {
    const response = await fetch(origin + path, { method: 'POST', ...init });
    const body = (await response.json()) as Wire;
    if (body.code !== '200') {
      throw Object.assign(new Error(body.msg), {
        code: body.code,
        reason: reasonOf(body.res),
      }) satisfies Fault;
    }
    return body.res;
  };
  const json = (path: string, value: object, signal?: AbortSignal) =>
    post(path, { body: JSON.stringify(value), ...(signal && { signal }) });
  return {
    begin: async ({ signal, folder, ...counts }) =>
      ((await json('/fs/upload/begin', { path: folder, ...counts }, signal)) as { id: string }).id,
    async send(request) {
      const reply = await post('/fs/upload', {
        body: uploadBody(request),
        headers: uploadHeaders(request),
        signal: request.signal,
      });
      return (reply as { files: [] }).files;
    },
    status: async (id, signal) => ((await json('/fs/upload/status', { id }, signal)) as { files: [] }).files,
    async pause(id) {
      await json('/fs/upload/pause', { id });
    },
    async end(upload) {
      await json('/fs/upload/end', upload);
    },
  };
}

/** `fetch` reports a lost connection as a TypeError. Compared by name, because each jest realm has its own class. */
export function fetchFault(error: unknown): Fault {
  if (error instanceof Object && 'reason' in error) return error as Fault;
  const { name, message } = error as Error;
  return { code: '0', reason: name === 'TypeError' ? 'offline' : 'aborted', message };
}
