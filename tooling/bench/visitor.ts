import { AccountCode } from '@sitedeck/contract';
import { writeFirstPage } from '../../e2e/src/first-page';
import type { Product } from '../../e2e/src/product';

/** A signed-in user, with the headers of each request. */
export interface Visitor {
  readonly origin: string;
  readonly port: number;
  /** Pid of the supervisor, under which all processes of the product run. */
  readonly pid: number;
  /** Data directory of the product. */
  readonly data: string;
  readonly accountCode: AccountCode;
  readonly hostCode: string;
  readonly cookie: { readonly name: string; readonly value: string };
  readonly headers: Readonly<Record<string, string>>;
}

type Method = 'POST' | 'PATCH';

async function provide(
  product: Product,
  address: string | readonly [Method, string],
  body: object,
): Promise<Record<string, string>> {
  const [method, path] = typeof address === 'string' ? (['POST', address] as const) : address;
  const reply = await fetch(`${product.provider.origin}/provider/${path}`, {
    method,
    headers: { authorization: `Bearer ${product.provider.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { res, msg } = (await reply.json()) as { res: Record<string, string>; msg: string };
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${msg}`);
  return res;
}

export const newAccount = async (product: Product): Promise<AccountCode> =>
  AccountCode.parse((await provide(product, 'accounts', { name: 'Bench' }))['accountCode']);

/** @returns code of the new host */
export async function newHost(product: Product, accountCode: AccountCode, hostName: string): Promise<string> {
  const host = { accountCode, hostName, password: 'a password for the bench', language: 'PHP' };
  const { hostCode = '' } = await provide(product, 'hosts', host);
  await writeFirstPage(product.data, hostCode);
  return hostCode;
}

/** Suspends a host, or ends its suspension. */
export const setServiceStatus = (product: Product, hostCode: string, serviceStatus: 'BLOCKING' | 'NORMAL') =>
  provide(product, ['PATCH', `hosts/${hostCode}`], { serviceStatus });

/** Signs the owner of a host in, as a provider's portal does. */
export async function signInOwner(
  product: Product,
  { accountCode, hostCode }: { readonly accountCode: AccountCode; readonly hostCode: string },
): Promise<Visitor> {
  const { token = '' } = await provide(product, 'tokens', { accountCode, hostCode });
  const entry = `${product.origin}/api/login/token?token=${encodeURIComponent(token)}`;
  const reply = await fetch(entry, { redirect: 'manual' });
  const [name, value] = /^([^=]+)=([^;]+)/.exec(reply.headers.getSetCookie()[0] ?? '')?.slice(1) ?? [];
  if (name === undefined || value === undefined)
    throw new Error(`no session: ${reply.status} ${await reply.text()}`);
  return {
    origin: product.origin,
    port: Number(new URL(product.origin).port),
    pid: product.pid,
    data: product.data,
    accountCode,
    hostCode,
    cookie: { name, value },
    headers: { cookie: `${name}=${value}`, 'x-requested-with': 'XMLHttpRequest' },
  };
}

/** Creates an account with one host and signs its owner in. */
export async function signInNewOwner(product: Product, hostName = 'bench'): Promise<Visitor> {
  const accountCode = await newAccount(product);
  return signInOwner(product, { accountCode, hostCode: await newHost(product, accountCode, hostName) });
}

/** Creates another host in the same account and signs its owner in. */
export const addHostOf = async (
  product: Product,
  { accountCode }: Visitor,
  hostName: string,
): Promise<Visitor> =>
  signInOwner(product, { accountCode, hostCode: await newHost(product, accountCode, hostName) });
