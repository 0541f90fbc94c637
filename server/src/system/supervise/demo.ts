import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createAccount, createHost } from '@sitedeck/contract';
import { z } from 'zod';

/** What is known of the demo host on later starts. Its password is not kept. */
const DemoRecord = z.object({ hostName: z.string(), hostCode: z.string() });

export type Demo =
  | { readonly is: 'off' }
  | { readonly is: 'made'; readonly hostName: string; readonly hostCode: string; readonly password: string }
  | { readonly is: 'known'; readonly hostName: string; readonly hostCode: string };

export interface DemoWish {
  /** `none` switches it off. */
  readonly hostName: string;
  /** Undefined: a random one. */
  readonly password: string | undefined;
}

interface ProviderDoor {
  readonly url: string;
  readonly key: string;
}

const Reply = z.object({ res: z.unknown(), msg: z.string() });

async function post(door: ProviderDoor, path: string, body: unknown): Promise<unknown> {
  const reply = await fetch(`${door.url}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${door.key}`,
      'content-type': 'application/json',
      'accept-language': 'en-US',
    },
    body: JSON.stringify(body),
  });
  const { res, msg } = Reply.parse(await reply.json());
  if (!reply.ok) throw new Error(`${path}: ${msg}`);
  return res;
}

async function make(door: ProviderDoor, wish: DemoWish): Promise<Demo> {
  const password = wish.password ?? randomBytes(9).toString('base64url');
  const account = createAccount.reply.parse(await post(door, createAccount.path, { name: 'Demo' }));
  const host = { accountCode: account.accountCode, hostName: wish.hostName, password, language: 'PHP' };
  const { hostCode } = createHost.reply.parse(await post(door, createHost.path, host));
  return { is: 'made', hostName: wish.hostName, hostCode, password };
}

/** Makes an account and a host to look around with, at the first start on a data directory. */
export async function ensureDemo(secrets: string, door: ProviderDoor, wish: DemoWish): Promise<Demo> {
  if (wish.hostName === 'none') return { is: 'off' };
  const file = join(secrets, 'demo.json');
  const known = await readFile(file, 'utf8').catch(() => undefined);
  if (known !== undefined) return { is: 'known', ...DemoRecord.parse(JSON.parse(known)) };
  const demo = await make(door, wish);
  if (demo.is === 'made') {
    const record = DemoRecord.parse(demo);
    await writeFile(`${file}.new`, JSON.stringify(record), { mode: 0o600, flush: true });
    await rename(`${file}.new`, file);
  }
  return demo;
}
