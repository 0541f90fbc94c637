import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port';
import { startServer } from './long-program';
import { makeCertificate } from './make-certificate';

export interface PebbleOptions {
  /** Port that it uses for HTTP validation. */
  readonly httpPort: number;
  /** DNS server that it queries. */
  readonly dns: string;
}

/** A real certificate authority for tests (RFC 8555). */
export interface Pebble {
  readonly port: number;
  /** Path of the self-signed certificate of its own HTTPS, PEM. */
  readonly caFile: string;
  /** Path of its key. */
  readonly keyFile: string;
  /** Root of the certificates that it issues, PEM. */
  root(): Promise<string>;
  close(): Promise<void>;
}

function fetchText(url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { rejectUnauthorized: false }, (reply) => {
      let text = '';
      reply.on('data', (part) => (text += String(part)));
      reply.on('end', () => resolve(text));
    });
    sent.on('error', reject).end();
  });
}

/** Starts pebble; it rejects some nonces, as authorities may. */
export async function startPebble({ httpPort, dns }: PebbleOptions): Promise<Pebble> {
  const folder = await mkdtemp(join(tmpdir(), 'sitedeck-pebble-'));
  const { chain, key } = await makeCertificate(['localhost']);
  const [caFile, keyFile, config] = ['ca.pem', 'key.pem', 'config.json'].map((name) => join(folder, name));
  if (!caFile || !keyFile || !config) throw new Error('no paths');
  const [port, management] = [await freePort(), await freePort()];
  await writeFile(caFile, chain);
  await writeFile(keyFile, key);
  const pebble = {
    listenAddress: `127.0.0.1:${port}`,
    managementListenAddress: `127.0.0.1:${management}`,
    certificate: caFile,
    privateKey: keyFile,
    httpPort,
    tlsPort: 1,
    ocspResponderURL: '',
    externalAccountBindingRequired: false,
  };
  await writeFile(config, JSON.stringify({ pebble }));
  const env = { PEBBLE_VA_NOSLEEP: '1', PEBBLE_AUTHZREUSE: '0' };
  const stop = await startServer(
    { file: 'pebble', args: ['-config', config, '-dnsserver', dns] },
    { port, env },
  );
  return {
    port,
    caFile,
    keyFile,
    root: () => fetchText(`https://127.0.0.1:${management}/roots/0`),
    close: async () => {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
