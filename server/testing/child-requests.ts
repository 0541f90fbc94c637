import { Agent, request, type IncomingHttpHeaders } from 'node:http';

export interface ChildReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface ChildRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** Sends this many bytes of the body, then cuts the connection. */
  readonly cutAfter?: number;
  /** Called when the first bytes of the reply arrive. */
  readonly begun?: () => void;
}

/**
 * The sender closes each connection, as the front door does. If the child closed it, it would do so right
 * after its reply, and the last, empty write of Node.js to the closed connection would fail a request that was
 * answered.
 */
const agent = new Agent({ keepAlive: true, maxFreeSockets: 0 });

/** Sends one request to a child like the front door. Rejects if the connection is lost. */
export function requestChild(socketPath: string, options: ChildRequest): Promise<ChildReply> {
  const { method = 'GET', path, body = Buffer.alloc(0), cutAfter } = options;
  return new Promise((resolve, reject) => {
    const headers = {
      ...options.headers,
      ...(method === 'POST' && { 'content-length': String(body.length) }),
    };
    const sent = request({ socketPath, method, path, headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('data', () => options.begun?.());
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    sent.on('error', reject);
    if (cutAfter === undefined) return void sent.end(body);
    sent.write(body.subarray(0, cutAfter), () => setTimeout(() => sent.destroy(), 30));
  });
}

export interface SentFile {
  readonly name: string;
  readonly bytes: Buffer;
  /** More headers of its part, as complete lines. */
  readonly headers?: readonly string[];
}

const BOUNDARY = '----formdata-1f2e3d';

/** A multipart body as browsers write it. */
export function formOf(files: readonly SentFile[]): Buffer {
  const escaped = (name: string) => name.replace(/\n/g, '%0A').replace(/\r/g, '%0D').replace(/"/g, '%22');
  const parts = files.flatMap(({ name, bytes, headers = [] }) => [
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${escaped(name)}"\r\n` +
        `${['Content-Type: application/octet-stream', ...headers].join('\r\n')}\r\n\r\n`,
    ),
    bytes,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

export interface SentUpload {
  readonly socket: string;
  readonly id: string;
  readonly folder: string;
}

interface Range {
  readonly from: number;
  readonly total: number;
  readonly cutAfter?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface UploadReply {
  readonly code: string;
  readonly res: {
    readonly reason?: string;
    readonly files?: readonly {
      path: string;
      size: number;
      done: boolean;
      failed?: string;
      reason?: string;
      to?: string;
    }[];
  };
  readonly msg: string;
}

/** Sends complete files, or one slice of one file if `range` is given. */
export async function sendFiles(
  upload: SentUpload,
  files: readonly SentFile[],
  range?: Range,
): Promise<UploadReply> {
  const size = files[0]?.bytes.length ?? 0;
  const where = range?.total === 0 ? '*' : `${range?.from ?? 0}-${(range?.from ?? 0) + size - 1}`;
  const reply = await requestChild(upload.socket, {
    method: 'POST',
    path: `/upload?path=${encodeURIComponent(upload.folder)}`,
    headers: {
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      'x-fs-context': upload.id,
      ...(range && {
        'content-range': `bytes ${where}/${range.total}`,
        'content-total': String(range.total),
        'content-first-slice': String(range.from === 0),
      }),
      ...range?.headers,
    },
    body: formOf(files),
    ...(range?.cutAfter !== undefined && { cutAfter: range.cutAfter }),
  });
  return JSON.parse(reply.body.toString('utf8')) as UploadReply;
}
