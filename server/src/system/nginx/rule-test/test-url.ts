import { chmod, chown, mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from '#faults/error-code';
import { killGroup, start } from '#system/process/exec';
import type { ConfigFiles } from '#system/disk/generations';
import { WEB_GID } from '#system/process/identity';
import { conf, confWhen, type Conf } from '../conf';
import type { NginxEngine } from '../engine';
import { recordScripts, type RequestedScript } from './fastcgi-recorder';
import type { Statement } from '../snippet/parse';
import { readSnippet } from '../snippet/read';
import { marksOf, shownSteps, stepsOfLog, TraceLine, withMarks, type RuleStep } from './trace-log';
import { matchedLine, resultOf, type RuleResult } from './verdict';

export interface RuleTest {
  readonly steps: readonly RuleStep[];
  readonly matchedLine: number | null;
  readonly result: RuleResult;
}

/** Addresses of a test: `listen` of its server, and the socket for its `fastcgi_pass`. */
export interface TestSockets {
  readonly listen: string;
  /** Path of a socket. */
  readonly phpSocket: string;
}

export interface TestedSite {
  /** The complete `server { … }` block with rules in mode `trace`, without a log. */
  readonly siteConf: (sockets: TestSockets) => Conf;
  /** Configuration for the http block around it, such as maps. */
  readonly http: readonly Conf[];
  /** Files that it includes. */
  readonly files: ConfigFiles;
}

export interface RuleTestRequest extends TestedSite {
  readonly engine: NginxEngine;
  /** The user of the workers; undefined if everything runs under one uid. */
  readonly workerUser: string | undefined;
  /** The rules that `siteConf` renders, as quoted in the steps. */
  readonly text: string;
  /** A path, or a complete address of which only path and query count. */
  readonly url: string;
  /** A host name that the server answers to. */
  readonly host: string;
}

/** nginx refused the rules, or did not answer in time. */
export class TestFailed extends Error {
  constructor(
    readonly reason: string,
    /** The line of the server's file that nginx named. */
    readonly line: number | undefined,
  ) {
    super(reason);
    this.name = 'TestFailed';
  }
}

const TEST_MS = 2000;
/** Bytes of a log that are read: one request can write hundreds of MB. */
const LOG_MAX = 1024 * 1024;
const POLL_MS = 10;

const FORMAT = conf`log_format trace escape=json '{"trace":"$sd_trace","uri":"$uri","args":"$args","status":"$status","location":"$sent_http_location"}';`;

function testConf(request: RuleTestRequest, folder: string): Conf {
  const temp = (name: string) => join(folder, 'temp', name);
  return conf`${confWhen(request.workerUser !== undefined, conf`user ${request.workerUser ?? ''};`)}
worker_processes 1;
error_log ${join(folder, 'error.log')} notice;
events { worker_connections 64; }
http {
  include ${request.engine.mimeTypes};
  default_type application/octet-stream;
  client_body_temp_path ${temp('body')};
  proxy_temp_path ${temp('proxy')};
  fastcgi_temp_path ${temp('fastcgi')};
  uwsgi_temp_path ${temp('uwsgi')};
  scgi_temp_path ${temp('scgi')};
  server_names_hash_bucket_size 256;
  map $uri $sd_trace { default ""; }
  ${FORMAT}
  access_log ${join(folder, 'access.log')} trace;
  rewrite_log on;
  ${request.http}
  include site.conf;
}
`;
}

async function prepare(request: RuleTestRequest, folder: string): Promise<void> {
  if (request.workerUser !== undefined) await chown(folder, 0, WEB_GID);
  await chmod(folder, 0o710);
  await mkdir(join(folder, 'temp'));
  const sockets = { listen: `unix:${join(folder, 'in.sock')}`, phpSocket: join(folder, 'php.sock') };
  const files = new Map([
    ...request.files,
    ['nginx.conf', testConf(request, folder).text],
    ['site.conf', request.siteConf(sockets).text],
  ]);
  for (const [name, text] of files) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
}

/** Path and query as a browser would send them. */
export function requestPath(url: string): string {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '').replace(/#.*$/s, '');
  const absolute = path.startsWith('/') ? path : `/${path}`;
  return Buffer.from(absolute)
    .toString('utf8')
    .replace(/[^\x21-\x7e]+/g, encodeURIComponent);
}

/** The path that rules see: decoded, without the query. */
function decodedPath(path: string): string {
  const bare = path.split('?')[0] ?? '';
  return Buffer.from(
    bare.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16))),
    'latin1',
  ).toString('utf8');
}

/** A test comes through a socket like requests of the edge tier, which reports in headers how its visitor came. */
function visitorHeaders(url: string) {
  const isTls = /^https:/i.test(url);
  return { 'x-edge-scheme': isTls ? 'https' : 'http', 'x-edge-port': isTls ? '443' : '80' };
}

interface TestRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly path: string;
  /** Milliseconds. */
  readonly timeout: number;
}

function sendRequest(folder: string, { headers, path, timeout }: TestRequest): Promise<boolean> {
  return new Promise((resolve) => {
    const to = { socketPath: join(folder, 'in.sock'), path, headers, agent: false, timeout };
    const asking = httpRequest(to, (reply) => {
      reply.on('error', () => undefined);
      // Only the status and headers matter, not the body.
      reply.destroy();
      resolve(true);
    });
    asking.on('timeout', () => asking.destroy());
    // Some rules close the connection without a reply (444); the request was sent nevertheless.
    asking.on('error', (error) => resolve(!['ENOENT', 'ECONNREFUSED'].includes(codeOf(error) ?? '')));
    asking.end();
  });
}

/** Reads the first part of a file; empty if the file is missing. */
async function readText(file: string): Promise<string> {
  const handle = await open(file).catch(() => undefined);
  if (!handle) return '';
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(LOG_MAX), 0, LOG_MAX, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

const EMERGENCY = /\[emerg\] \S+ (.*)/;

async function failureOf(folder: string): Promise<TestFailed> {
  const reason = EMERGENCY.exec(await readText(join(folder, 'error.log')))?.[1] ?? 'no answer';
  const line = /site\.conf:(\d+)$/.exec(reason)?.[1];
  return new TestFailed(reason.replaceAll(`${folder}/`, ''), line === undefined ? undefined : Number(line));
}

/** Retries until nginx listens, then waits for its log line. */
async function loggedLine(request: RuleTestRequest, folder: string, running: () => boolean): Promise<string> {
  const [until, path] = [Date.now() + TEST_MS, requestPath(request.url)];
  const headers = { host: request.host, ...visitorHeaders(request.url) };
  let isSent = false;
  while (running() && Date.now() < until) {
    isSent ||= await sendRequest(folder, { headers, path, timeout: until - Date.now() });
    const [line] = isSent ? (await readText(join(folder, 'access.log'))).split('\n') : [];
    if (line) return line;
    await sleep(POLL_MS);
  }
  throw await failureOf(folder);
}

async function withEngine<T>(
  request: RuleTestRequest,
  folder: string,
  use: (running: () => boolean) => Promise<T>,
) {
  const args = ['-e', join(folder, 'error.log'), '-p', folder, '-c', join(folder, 'nginx.conf'), '-g'];
  const globals = `daemon off; pid "${join(folder, 'pid')}";`;
  const child = start({ file: request.engine.file, args: [...args, globals] }, { stdio: 'ignore' });
  let running = true;
  const gone = new Promise<void>((resolve) => {
    const ended = () => {
      running = false;
      resolve();
    };
    child.once('exit', ended);
    child.once('error', ended);
  });
  try {
    return await use(() => running);
  } finally {
    killGroup(child.pid, 'SIGKILL');
    await gone;
  }
}

const statementsOf = (text: string): readonly Statement[] => {
  const reading = readSnippet(text);
  return reading.is === 'read' ? reading.snippet.statements : [];
};

/** A log line may be cut if rules build a very long address. */
function tracedOf(line: string): TraceLine {
  if (!line.endsWith('}')) throw new TestFailed('too long an address', undefined);
  return TraceLine.parse(JSON.parse(line));
}

function conclude(
  request: RuleTestRequest,
  seen: { line: string; log: string; script: RequestedScript | undefined },
): RuleTest {
  const lines = request.text.split(/\r?\n/);
  const text = (line: number) => (lines[line - 1] ?? '').trim();
  const traced = tracedOf(seen.line);
  const statements = statementsOf(request.text);
  const steps = withMarks(stepsOfLog(seen.log, text), marksOf(traced.trace), { statements, text });
  const requestedPath = decodedPath(requestPath(request.url));
  const evidence = { requestedPath, traced, steps, script: seen.script, statements };
  return { steps: shownSteps(steps), matchedLine: matchedLine(evidence), result: resultOf(evidence) };
}

/**
 * Starts a separate nginx and sends it one request with the host’s rules. Running sites are not touched, no
 * program runs, and no files stay behind. Takes about two seconds at most. Throws `TestFailed`.
 */
export async function testUrl(request: RuleTestRequest): Promise<RuleTest> {
  const folder = await mkdtemp(join(tmpdir(), 'sitedeck-rule-'));
  let script: RequestedScript | undefined;
  try {
    await prepare(request, folder);
    const recorder = await recordScripts(join(folder, 'php.sock'), (requested) => (script = requested));
    try {
      await chmod(join(folder, 'php.sock'), 0o666);
      return await withEngine(request, folder, async (running) => {
        const line = await loggedLine(request, folder, running);
        const log = await readText(join(folder, 'error.log'));
        return conclude(request, { line, log, script });
      });
    } finally {
      await recorder.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
