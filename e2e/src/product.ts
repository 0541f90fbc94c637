import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { request, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { seedProduct } from '../../server/testing/seed-product';
import { claimUidSlot } from '../../server/testing/uid-slot';
import { freePorts } from './ports';
import { writeFirstPages } from './first-page';

/** A running product with all its parts. */
export interface Product {
  readonly origin: string;
  /** Requests a page of the console like `fetch`, and trusts the test's certificate. */
  readonly request: Request;
  readonly sitesPort: number;
  readonly sitesTlsPort: number;
  readonly provider: { readonly origin: string; readonly key: string };
  readonly demo: { readonly hostName: string; readonly password: string };
  readonly data: string;
  readonly pid: number;
}

/** A product that the test started itself, on its own ports and data, as `npm start` does after its preparation. */
export interface OwnProduct extends Product {
  /** All it has printed so far. */
  output(): string;
  /** Ends it as Ctrl+C would and removes its data. */
  stop(): Promise<void>;
  /** Ends it and starts it again on its data and ports. @param begun called when the new process has begun */
  restart(begun: () => void): Promise<void>;
}

export type Request = (url: string, init?: RequestInit) => Promise<Response>;

export interface StartOptions {
  /** Program that runs the rest of its command line in a changed environment, such as a mount namespace. */
  readonly wrapper?: readonly string[];
  /** Parent folder of the data directory; the test owns it. */
  readonly scratch?: string;
  readonly request?: Request;
  /** Entry file of another build. */
  readonly main?: string;
  /** Starts on an empty data directory, as a user does; otherwise the engines' initial data comes from a template. */
  readonly isFirstStart?: boolean;
  /** Number of uid slots, for a product with more hosts than one slot has uids. */
  readonly uidSlots?: number;
}

/** Environment variable with the folder where a test run keeps the engines' initial data. */
export const TEMPLATES = 'SITEDECK_TEST_SCRATCH';

const MAIN = join(import.meta.dirname, '../../server/dist/main.mjs');
const READY_MS = 180_000;
/** The product gives its own parts less time than this. */
const STOP_MS = 60_000;
const DEMO_PASSWORD = 'correct horse 1';
const PROVIDER_KEY = 'provider-key-for-tests-0123456789';

async function environment(data: string, uids: string) {
  const [port = 0, sites = 0, sitesTls = 0, admin = 0, ftp = 0, tool = 0, mysql = 0] = await freePorts(7);
  return {
    PORT: String(port),
    SITES_PORT: String(sites),
    SITES_TLS_PORT: String(sitesTls),
    SITES_BIND: '127.0.0.1',
    FTP_PORT: String(ftp),
    ADMIN_TOOL_PORT: String(tool),
    MYSQL_PORT: String(mysql),
    FTP_BIND: '127.0.0.1',
    ADMIN_BIND: `127.0.0.1:${admin}`,
    SITEDECK_DATA: data,
    HOST_UIDS: uids,
    SITEDECK_DEMO_PASSWORD: DEMO_PASSWORD,
    SITEDECK_PROVIDER_KEY: PROVIDER_KEY,
    PATH: process.env['PATH'] ?? '',
    HOME: process.env['HOME'] ?? '/',
  };
}

async function answersReady(origin: string, sendRequest: Request): Promise<boolean> {
  const status = await sendRequest(`${origin}/readyz`).then(
    (reply) => reply.status,
    () => 0,
  );
  return status === 200;
}

interface Starting {
  readonly origin: string;
  readonly request: Request;
  readonly main: ChildProcess;
  readonly output: () => string;
}

async function waitUntilReady({ origin, request: sendRequest, main, output }: Starting): Promise<void> {
  const deadline = Date.now() + READY_MS;
  // The summary is printed last, after the demo host exists: before that, sign-in would fail.
  while (!output().includes('SiteDeck is ready') || !(await answersReady(origin, sendRequest))) {
    if (main.exitCode !== null) throw new Error(`The product ended before it was ready:\n${output()}`);
    if (Date.now() > deadline) throw new Error(`The product was not ready in time:\n${output()}`);
    await sleep(100);
  }
}

async function end(main: ChildProcess, output: () => string): Promise<void> {
  if (main.exitCode !== null) return;
  const gone = once(main, 'exit', { signal: AbortSignal.timeout(STOP_MS) });
  main.kill('SIGTERM');
  await gone.catch(() => {
    main.kill('SIGKILL');
    throw new Error(`The product did not end:\n${output()}`);
  });
}

export async function startProduct(
  extra: Readonly<Record<string, string>> = {},
  {
    wrapper = [],
    scratch = tmpdir(),
    request: sendRequest = fetch,
    main: program = MAIN,
    uidSlots,
    isFirstStart = false,
  }: StartOptions = {},
): Promise<OwnProduct> {
  const data = await mkdtemp(join(scratch, 'sitedeck-e2e-'));
  await chmod(data, 0o755);
  const slot = await claimUidSlot(uidSlots);
  // Benchmarks have no templates, since they measure first starts.
  const templates = process.env[TEMPLATES];
  if (templates !== undefined && !isFirstStart) await seedProduct(data, templates);
  const env = { ...(await environment(data, slot.text)), ...extra };
  const scheme = 'TLS_CERT' in env ? 'https' : 'http';
  const origin = `${scheme}://localhost:${env.PORT}`;
  const command = [...wrapper, process.execPath, program];
  let { main, output } = launch(command, env);
  const ready = () => waitUntilReady({ origin, request: sendRequest, main, output });
  const stop = async () => {
    await end(main, output);
    await rm(data, { recursive: true, force: true });
    await slot.release();
  };
  const restart = async (begun: () => void) => {
    await end(main, output);
    ({ main, output } = launch(command, env));
    begun();
    await ready();
  };
  try {
    await ready();
    await writeFirstPages(data);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    origin,
    request: sendRequest,
    sitesPort: Number(env.SITES_PORT),
    sitesTlsPort: Number(env.SITES_TLS_PORT),
    provider: { origin: `http://${env.ADMIN_BIND}`, key: env.SITEDECK_PROVIDER_KEY },
    demo: { hostName: 'demo', password: env.SITEDECK_DEMO_PASSWORD },
    data,
    get pid() {
      return main.pid ?? 0;
    },
    output: () => output(),
    stop,
    restart,
  };
}

interface LaunchedProduct {
  readonly main: ChildProcess;
  readonly output: () => string;
}

function launch(
  [file = '', ...args]: readonly string[],
  env: Readonly<Record<string, string>>,
): LaunchedProduct {
  const main = spawn(file, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const printed: Buffer[] = [];
  main.stdout.on('data', (chunk: Buffer) => printed.push(chunk));
  main.stderr.on('data', (chunk: Buffer) => printed.push(chunk));
  return { main, output: () => Buffer.concat(printed).toString('utf8') };
}

export interface SiteReply {
  readonly status: number;
  readonly body: string;
}

export interface SiteRequest {
  /** Goes into the `Host` header, as with `curl -H`. */
  readonly name: string;
  readonly path: string;
  /** Sent by POST; without it the method is GET. A `FormData` may hold files. */
  readonly form?: URLSearchParams | FormData;
  readonly cookie?: string;
}

/** Encodes a form as a browser does. */
async function encode(form: URLSearchParams | FormData) {
  const encoded = new Response(form);
  const bytes = Buffer.from(await encoded.arrayBuffer());
  const type = encoded.headers.get('content-type') ?? '';
  return { bytes, headers: { 'content-type': type, 'content-length': bytes.length } };
}

/** Sends a request to a site. */
export async function requestSite(
  product: Product,
  { name, path, form, cookie }: SiteRequest,
): Promise<SiteReply & { readonly headers: IncomingHttpHeaders }> {
  const content = form && (await encode(form));
  const options = {
    host: '127.0.0.1',
    port: product.sitesPort,
    method: content === undefined ? 'GET' : 'POST',
    path,
    headers: { host: name, ...content?.headers, ...(cookie !== undefined && { cookie }) },
    // Use a new connection: nginx may close a kept one at the moment it reloads the sites.
    agent: false,
  };
  return new Promise((resolve, reject) => {
    const asking = request(options, (reply) => {
      const chunks: Buffer[] = [];
      reply.on('data', (chunk: Buffer) => chunks.push(chunk));
      reply.on('error', reject);
      reply.on('end', () => {
        const body = Buffer.concat(chunks).toString('utf8');
        resolve({ status: reply.statusCode ?? 0, body, headers: reply.headers });
      });
    });
    asking.on('error', reject);
    asking.end(content?.bytes);
  });
}

/** Requests a page of a site as a visitor. */
export async function visitSite(product: Product, name: string, path = '/'): Promise<SiteReply> {
  const { status, body } = await requestSite(product, { name, path });
  return { status, body };
}
