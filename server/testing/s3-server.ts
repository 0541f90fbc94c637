import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface S3Options {
  readonly bucket: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** PEM, for the name under which clients connect. */
  readonly key: string;
  readonly cert: string;
}

export interface S3Server {
  readonly port: number;
  /** Names and contents of its objects. */
  readonly objects: ReadonlyMap<string, Buffer>;
  close(): Promise<void>;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

const SIGNED =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/((\d{8})\/([^/]+)\/s3\/aws4_request), ?SignedHeaders=([^,]+), ?Signature=([\da-f]{64})$/;

/** Whether a request is signed with the keys (AWS Signature, version 4). */
function isSigned({ url = '', method = '', headers }: IncomingMessage, keys: S3Options): boolean {
  const parts = SIGNED.exec(headers.authorization ?? '');
  if (!parts) return false;
  const [, accessKey, scope = '', day = '', region = '', names = '', signature] = parts;
  const [path = '', query = ''] = url.split('?');
  const lines = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const body = String(headers['x-amz-content-sha256']);
  const request = [method, path, query.split('&').sort().join('&'), lines.join(''), names, body].join('\n');
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(request)].join('\n');
  const key = [region, 's3', 'aws4_request'].reduce<Buffer>(hmac, hmac(`AWS4${keys.secretKey}`, day));
  return accessKey === keys.accessKey && hmac(key, text).toString('hex') === signature;
}

function fail(reply: ServerResponse, status: number, code: string): void {
  const xml = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code} (a test)</Message></Error>`;
  reply.writeHead(status, { 'content-type': 'application/xml' }).end(xml);
}

/** Lists everything below a prefix; folders are recognized by the names of their objects. */
function listing(objects: ReadonlyMap<string, Buffer>, query: URLSearchParams): string {
  const [prefix, delimiter] = [query.get('prefix') ?? '', query.get('delimiter') ?? ''];
  const folders = new Set<string>();
  const found: string[] = [];
  for (const [name, { length }] of [...objects].sort(([one], [other]) => (one < other ? -1 : 1))) {
    if (!name.startsWith(prefix)) continue;
    const end = delimiter === '' ? -1 : name.indexOf(delimiter, prefix.length);
    if (end >= 0) folders.add(name.slice(0, end + 1));
    else found.push(`<Contents><Key>${name}</Key><Size>${length}</Size><ETag>"x"</ETag></Contents>`);
  }
  const common = [...folders].map((name) => `<CommonPrefixes><Prefix>${name}</Prefix></CommonPrefixes>`);
  const rest = `<IsTruncated>false</IsTruncated>${found.join('')}${common.join('')}`;
  return `<?xml version="1.0"?><ListBucketResult><Prefix>${prefix}</Prefix>${rest}</ListBucketResult>`;
}

function answerBucket(
  { method, query, reply }: { method: string; query: URLSearchParams; reply: ServerResponse },
  objects: ReadonlyMap<string, Buffer>,
): void {
  if (method === 'HEAD') return void reply.writeHead(200).end();
  const xml = query.has('location')
    ? '<?xml version="1.0"?><LocationConstraint></LocationConstraint>'
    : listing(objects, query);
  reply.writeHead(200, { 'content-type': 'application/xml' }).end(xml);
}

function give(request: IncomingMessage, reply: ServerResponse, held: Buffer): void {
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
  const [from, to] = range
    ? [Number(range[1]), range[2] === '' ? held.length : Number(range[2]) + 1]
    : [0, held.length];
  const part = held.subarray(from, to);
  reply.writeHead(range ? 206 : 200, {
    'content-length': part.length,
    ...(range && { 'content-range': `bytes ${from}-${from + part.length - 1}/${held.length}` }),
    'last-modified': new Date(0).toUTCString(),
    etag: '"x"',
  });
  reply.end(request.method === 'HEAD' ? undefined : part);
}

/**
 * The part of S3 that restic needs, over TLS, with signatures checked, in memory. One bucket, addressed by
 * its path.
 */
export async function startS3(options: S3Options): Promise<S3Server> {
  const objects = new Map<string, Buffer>();
  const answer = async (request: IncomingMessage, reply: ServerResponse): Promise<void> => {
    const body = await buffer(request);
    const { pathname, searchParams: query } = new URL(request.url ?? '', 'https://s3.invalid');
    const [, bucket, ...names] = decodeURIComponent(pathname).split('/');
    const [name, method] = [names.join('/'), request.method ?? ''];
    if (!isSigned(request, options)) return fail(reply, 403, 'SignatureDoesNotMatch');
    if (bucket !== options.bucket) return fail(reply, 404, 'NoSuchBucket');
    if (name === '') return answerBucket({ method, query, reply }, objects);
    if (method === 'PUT') objects.set(name, body);
    if (method === 'DELETE') objects.delete(name);
    if (method === 'PUT') return void reply.writeHead(200, { etag: '"x"' }).end();
    if (method === 'DELETE') return void reply.writeHead(204).end();
    const held = objects.get(name);
    if (held) give(request, reply, held);
    else fail(reply, 404, 'NoSuchKey');
  };
  const { key, cert } = options;
  const server = createServer({ key, cert }, (request, reply) => {
    answer(request, reply).catch(() => reply.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    objects,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
