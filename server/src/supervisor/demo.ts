import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAccount, createHost, getHost, listHosts } from '@sitedeck/contract';
import { z } from 'zod';

/** What later starts know of the demo host. Its password is not stored. */
const DemoRecord = z.object({ hostName: z.string(), hostCode: z.string() });

export type Demo =
  | { readonly is: 'off' }
  | { readonly is: 'made'; readonly hostName: string; readonly hostCode: string; readonly password: string }
  | { readonly is: 'known'; readonly hostName: string; readonly hostCode: string };

export interface DemoRequest {
  /** `none` switches it off. */
  readonly hostName: string;
  /** Undefined: a random one. */
  readonly password: string | undefined;
}

interface ProviderSocket {
  /** Path of the provider API's unix socket. */
  readonly socket: string;
  readonly key: string;
}

const NOT_FOUND = 404;
const TRIES = 4;
const RETRY_MS = 1500;

const Reply = z.object({ res: z.unknown(), msg: z.string() });

interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
}

type CallReply = { readonly status: number; readonly res: unknown };

async function sendRequest(
  { socket, key }: ProviderSocket,
  { method, path, body }: Call,
): Promise<CallReply> {
  const asking = request({
    socketPath: socket,
    method,
    path,
    agent: false,
    headers: {
      authorization: `Bearer ${key}`,
      'accept-language': 'en-US',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
  });
  asking.end(body === undefined ? undefined : JSON.stringify(body));
  const [reply] = (await once(asking, 'response')) as [IncomingMessage];
  const { res, msg } = Reply.parse(await json(reply));
  const status = reply.statusCode ?? 0;
  if (status >= 400 && status !== NOT_FOUND) throw new Error(msg);
  return { status, res };
}

/** After a first start that was interrupted: the host exists, but its password was never shown. */
async function findByName(door: ProviderSocket, hostName: string): Promise<Demo | undefined> {
  const { res } = await sendRequest(door, { method: 'GET', path: listHosts.path });
  const host = listHosts.reply.parse(res).find((each) => each.hostName === hostName);
  return host && { is: 'known', hostName, hostCode: host.hostCode };
}

async function make(door: ProviderSocket, request: DemoRequest): Promise<Demo> {
  const found = await findByName(door, request.hostName);
  if (found) return found;
  const password = request.password ?? randomBytes(9).toString('base64url');
  const account = await sendRequest(door, {
    method: 'POST',
    path: createAccount.path,
    body: { name: 'Demo' },
  });
  const { accountCode } = createAccount.reply.parse(account.res);
  const body = {
    accountCode,
    hostName: request.hostName,
    password,
    language: 'PHP',
    productType: 'foreignTrade',
    plugin: 1,
  };
  const host = await sendRequest(door, { method: 'POST', path: createHost.path, body });
  const { hostCode } = createHost.reply.parse(host.res);
  return { is: 'made', hostName: request.hostName, hostCode, password };
}

/** Retries while the API restarts. */
async function withRetries<Value>(work: () => Promise<Value>): Promise<Value> {
  for (let left = TRIES; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      if (left <= 1) throw error;
      await sleep(RETRY_MS);
    }
  }
}

async function stillThere(door: ProviderSocket, hostCode: string): Promise<boolean> {
  const { status } = await sendRequest(door, {
    method: 'GET',
    path: getHost.path.replace('{hostCode}', hostCode),
  });
  return status !== NOT_FOUND;
}

async function recorded(file: string): Promise<z.infer<typeof DemoRecord> | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : DemoRecord.parse(JSON.parse(text));
}

/**
 * Creates a demo account with a host at the first start on a data directory. A demo host that the provider removed stays
 * removed.
 */
export async function ensureDemo(secrets: string, door: ProviderSocket, request: DemoRequest): Promise<Demo> {
  if (request.hostName === 'none') return { is: 'off' };
  const file = join(secrets, 'demo.json');
  const known = await recorded(file);
  if (known) {
    return (await withRetries(() => stillThere(door, known.hostCode)))
      ? { is: 'known', ...known }
      : { is: 'off' };
  }
  const demo = await withRetries(() => make(door, request));
  await writeFile(`${file}.new`, JSON.stringify(DemoRecord.parse(demo)), { mode: 0o600, flush: true });
  await rename(`${file}.new`, file);
  return demo;
}
