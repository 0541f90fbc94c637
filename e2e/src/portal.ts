import type { Language } from '@sitedeck/contract';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { loginForm, callProvider, sendLogin } from './api';
import { freePorts } from './ports';
import type { Product } from './product';

/** A sample portal of the documentation on its own origin. */
export interface Portal {
  readonly origin: string;
  readonly accountCode: string;
  readonly hostCode: string;
  stop(): Promise<void>;
}

const EXAMPLES = join(import.meta.dirname, '../../docs/examples');

/** Creates an account with one host. @param fields of the host besides its name: a PHP host by default */
export async function makeHost(
  product: Product,
  hostName: string,
  fields: { readonly language?: Language; readonly productType?: string; readonly plugin?: 0 | 1 } = {},
) {
  const account = await callProvider(product, 'POST /provider/accounts', { name: hostName });
  const accountCode = String(account.res['accountCode']);
  const password = `password of ${hostName}`;
  const given = { accountCode, hostName, password, language: 'PHP', ...fields };
  const host = await callProvider(product, 'POST /provider/hosts', given);
  if (host.status !== 200) throw new Error(`no host: ${host.msg}`);
  return { accountCode, hostCode: String(host.res['hostCode']) };
}

/** Creates a host and signs its owner in by name and password. */
export async function makeOwner(product: Product, hostName: string, language?: Language) {
  const { hostCode } = await makeHost(product, hostName, language && { language });
  const form = await loginForm(product, hostName, `password of ${hostName}`);
  const { client } = await sendLogin(product, form);
  return { hostCode, client };
}

interface PortalParts {
  readonly host: { readonly accountCode: string; readonly hostCode: string };
  /** Folder of its pages below `docs/examples`; by default those of the portal without a framework. */
  readonly pages?: string;
}

export async function startPortal(product: Product, { host, pages }: PortalParts): Promise<Portal> {
  const [port = 0] = await freePorts(1);
  const origin = `http://127.0.0.1:${port}`;
  const args = [join(EXAMPLES, 'portal-html/server.mjs'), ...(pages ? [join(EXAMPLES, pages)] : [])];
  const server = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: String(port),
      ORIGIN: origin,
      SITEDECK_CONSOLE: product.origin,
      SITEDECK_PROVIDER: product.provider.origin,
      SITEDECK_KEY: product.provider.key,
      ACCOUNT: host.accountCode,
      HOST: host.hostCode,
    },
  });
  await once(server.stdout, 'data');
  return {
    ...host,
    origin,
    stop: async () => {
      const gone = once(server, 'exit');
      server.kill('SIGTERM');
      await gone;
    },
  };
}
