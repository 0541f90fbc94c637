import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import type { Request } from './product';

export interface Certificate {
  readonly cert: string;
  readonly key: string;
  readonly pem: string;
}

/** Makes a self-signed certificate of `localhost`, whose key only its owner can read. */
export function makeCertificate(folder: string): Certificate {
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  const files = ['-days', '2', '-keyout', key, '-out', cert];
  execFileSync('openssl', ['req', '-x509', ...curve, ...names, ...files], { stdio: 'pipe' });
  return { cert, key, pem: readFileSync(cert, 'utf8') };
}

/** Makes a `fetch` that trusts this certificate. */
export const fetchTrusting =
  (ca: string): Request =>
  (url, init = {}) =>
    new Promise((resolve, reject) => {
      const { method = 'GET', body } = init;
      const text = body instanceof URLSearchParams ? body.toString() : body;
      if (text !== undefined && text !== null && typeof text !== 'string')
        throw new Error('text or a form only');
      const headers = Object.fromEntries(new Headers(init.headers));
      if (body instanceof URLSearchParams) headers['content-type'] = 'application/x-www-form-urlencoded';
      const asking = request(url, { ca, method, headers, agent: false }, (reply) => {
        const chunks: Buffer[] = [];
        reply.on('data', (chunk: Buffer) => chunks.push(chunk));
        reply.on('error', reject);
        reply.on('end', () => {
          const given = new Headers();
          for (const [name, values = []] of Object.entries(reply.headersDistinct))
            for (const value of values) given.append(name, value);
          resolve(new Response(Buffer.concat(chunks), { status: reply.statusCode ?? 0, headers: given }));
        });
      });
      asking.on('error', reject);
      asking.end(text ?? '');
    });
