import { randomBytes } from 'node:crypto';
import { fstatSync, readSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { withFileSizeLimit as endsAt } from '#system/process/file-size-limit';
import { findProgram, killGroup, run, start, type Command } from '#system/process/exec';
import { Refusal } from '#faults/refusal';
import { watchStall } from './stall';
import { findGaps, type Gap, type DumpReadability } from './gaps';
import { createDumpAccount, type DumpPart } from '../accounts/dump-account';
import { PACKET_BYTES } from '../instance/instance';
import type { Login } from '../connection/connection';
import { openConnection, withAdmin, type DatabaseServer } from '../connection/server';
import { routineGaps } from './routine-gaps';
import { splitTables } from '../staging/staging-tables';

export interface DumpRequest {
  readonly database: string;
  /** All tables if none are named. */
  readonly tables?: readonly string[] | undefined;
  /**
   * Ended when the dump is complete; destroyed if it is not. The input of a child process is written by
   * mariadb-dump directly, not by this process. It stays open if the dump is incomplete, so the caller must
   * kill that process before it sees an end.
   */
  readonly output: Writable;
  /** Written instead of `output`, which then only ends. It must also be readable. */
  readonly file?: { readonly fd: number; readonly atMost: number | undefined } | undefined;
  readonly signal: AbortSignal;
  /** Receives the number of SQL bytes so far; not called for bytes that bypass this process. */
  readonly onBytes?: ((bytes: number) => void) | undefined;
  /** Fails with `dump-stalled` if the program does nothing but wait for this long. */
  readonly stallMs?: number | undefined;
}

/** The longest that a dump waits for a table that others are changing. */
const STALL_MS = 10 * 60_000;

/** Escaped for option files, in which the search for comments treats a quote as the end of the string. */
const quoted = (value: string): string => `"${value.replace(/[\\"']/g, (sign) => `\\${sign}`)}"`;

function optionLines({ address }: DatabaseServer, { user, password }: Login): readonly string[] {
  const who = [`user=${quoted(user)}`, `password=${quoted(password)}`];
  if (address.is === 'socket') return [...who, `socket=${quoted(address.path)}`, 'protocol=socket'];
  const tls = address.tls ? ['ssl=1', `ssl-verify-server-cert=${address.tls.ca === undefined ? 0 : 1}`] : [];
  return [...who, `host=${quoted(address.host)}`, `port=${address.port}`, 'protocol=tcp', ...tls];
}

/** Passwords are passed neither as arguments nor in the environment, which other users may read. */
async function writeOptions(server: DatabaseServer, login: Login) {
  const file = join(server.options, `.options-${randomBytes(6).toString('hex')}`);
  const ca = server.address.is === 'tcp' ? server.address.tls?.ca : undefined;
  const authority = `${file}.pem`;
  const lines = [
    '[client]',
    ...optionLines(server, login),
    ...(ca === undefined ? [] : [`ssl-ca=${authority}`]),
    '',
  ];
  const write = async (path: string, text: string): Promise<void> => {
    // Changes the owner through the handle: the folder belongs to that identity, which could replace the file
    // by a link at any time.
    await using made = await open(path, 'wx', 0o600);
    await made.writeFile(text);
    if (server.identity) await made.chown(server.identity.uid, server.identity.gid);
  };
  const remove = async (): Promise<void> => {
    await rm(file, { force: true });
    await rm(authority, { force: true });
  };
  try {
    await write(file, lines.join('\n'));
    if (ca !== undefined) await write(authority, ca);
  } catch (error) {
    await remove();
    throw error;
  }
  return { file, [Symbol.asyncDispose]: remove };
}

/** Deterministic: an unchanged database gives the same bytes, so that its backups share them. */
const FLAGS = [
  '--single-transaction',
  '--quick',
  '--no-tablespaces',
  '--hex-blob',
  '--skip-dump-date',
  '--skip-lock-tables',
  '--default-character-set=utf8mb4',
  `--max-allowed-packet=${PACKET_BYTES}`,
];

/** Routines come first: views call them. */
const PARTS: Readonly<Record<DumpPart, readonly string[]>> = {
  // A routine that can't be read, for example with the syntax of a later version, does not keep the others
  // from being dumped.
  routines: ['--routines', '--skip-triggers', '--skip-events', '--no-data', '--no-create-info', '--force'],
  tables: ['--triggers', '--events'],
};

/** Length of the engine's messages that is kept, characters; enough for several faults. */
const MESSAGES_KEPT = 64 * 1024;

/** The program writes 4 KiB at a time, and each write into a pipe costs as much as a hundred KiB would. */
async function withLargeBuffer({ file, args }: Command): Promise<Command> {
  const buffers = await findProgram('stdbuf');
  return buffers === undefined ? { file, args } : { file: buffers, args: ['--output=1M', file, ...args] };
}

interface Dumping {
  readonly server: DatabaseServer;
  readonly request: DumpRequest;
  readonly part: DumpPart;
  readonly readable: DumpReadability;
  /** Tables that no dump of the entire database contains. */
  readonly left: readonly string[];
  /** Receives objects that turn out to be unreadable during the dump. */
  readonly onGaps: (gaps: readonly Gap[]) => void;
}

/** Leaves out what can't be read: the program would abort there. */
function selected({ request: { database, tables = [] }, readable, left, part }: Dumping): readonly string[] {
  const missing = new Set(readable.gaps.filter(({ is }) => is !== 'history').map(({ name }) => name));
  const ignored = [...missing, ...(tables.length > 0 ? [] : left)].map(
    (name) => `--ignore-table=${database}.${name}`,
  );
  const history = part === 'tables' && readable.withHistory ? ['--dump-history'] : [];
  const named = tables.filter((name) => !missing.has(name));
  if (tables.length > 0 && named.length === 0)
    throw new Refusal('dump-failed', { values: { why: readable.gaps[0]?.why ?? '' } });
  return [...history, ...ignored, '--', database, ...named];
}

/** The exit status alone says whether the output is complete. */
async function* runDump(dumping: Dumping, options: string): AsyncGenerator<Buffer, void> {
  const { server, request, part } = dumping;
  const { output, file, signal, stallMs = STALL_MS } = request;
  const args = [`--defaults-file=${options}`, ...FLAGS, ...PARTS[part], ...selected(dumping)];
  const command = endsAt(file?.atMost, await withLargeBuffer({ file: server.dump, args }));
  signal.throwIfAborted();
  if (output.destroyed) throw new Error('Nobody takes the dump');
  const child = start(command, {
    stdio: ['ignore', file?.fd ?? (output instanceof Socket ? output : 'pipe'), 'pipe'],
    ...(server.identity && { identity: server.identity }),
  });
  let words = '';
  child.stderr?.on('data', (part: Buffer) => (words = (words + part.toString('utf8')).slice(-MESSAGES_KEPT)));
  const ended = new Promise<ProgramEnd>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, by) => resolve({ code, by }));
  });
  // The failure is reported below, while there is a caller to receive it.
  ended.catch(() => undefined);
  const kill = () => killGroup(child.pid, 'SIGKILL');
  signal.addEventListener('abort', kill, { once: true });
  // The reader has gone: a program that waits for the engine would not notice.
  output.once('close', kill);
  const isOutputBlocked = () => (child.stdout?.readableLength ?? 0) > 0;
  const watch = watchStall(child.pid ?? 0, { limitMs: stallMs, isOutputBlocked, onStall: kill });
  try {
    if (child.stdout) yield* child.stdout as AsyncIterable<Buffer>;
    // Ends the output only after the program has exited with success.
    const end = await ended;
    const unread = end.code === 0 ? [] : part === 'routines' && routineGaps(words, end.code);
    if (!unread) throw watch.isStalled ? stalled(stallMs) : failed(words, end);
    dumping.onGaps(unread);
  } finally {
    watch.stop();
    signal.removeEventListener('abort', kill);
    output.off('close', kill);
    kill();
  }
}

interface ProgramEnd {
  readonly code: number | null;
  readonly by: NodeJS.Signals | null;
}

const LAST_LINE = '-- Dump completed\n';

/** The program writes its last lines as it exits, and reports success even if the file took none of them. */
function isComplete(fd: number, from = 0): boolean {
  const end = Buffer.alloc(LAST_LINE.length);
  const read = readSync(fd, end, 0, end.length, Math.max(from, fstatSync(fd).size - end.length));
  return end.toString('latin1', 0, read) === LAST_LINE;
}

/** The file's disk or its owner's quota is full. A pipe never reports this. */
const NO_ROOM = /errno:? 28\b/i;
const OVER_QUOTA = /errno:? 122\b/i;

function failed(words: string, { by }: ProgramEnd): Refusal {
  if (by === 'SIGXFSZ' || OVER_QUOTA.test(words)) return new Refusal('over-quota');
  if (NO_ROOM.test(words)) return new Refusal('disk-full');
  return new Refusal('dump-failed', { values: { why: lastLine(words) } });
}

const stalled = (ms: number): Refusal =>
  new Refusal('dump-stalled', { values: { minutes: Math.ceil(ms / 60_000) } });

const lastLine = (words: string): string => words.trim().split('\n').at(-1)?.slice(0, 300) ?? '';

const Count = z.object({ count: z.coerce.number() });

/** Routines belong to a dump of the entire database; a dump of some tables leaves them out. */
async function hasRoutines(server: DatabaseServer, { database, tables }: DumpRequest): Promise<boolean> {
  if (tables) return false;
  const sql = 'SELECT COUNT(*) AS count FROM information_schema.ROUTINES WHERE ROUTINE_SCHEMA = ?';
  const [found] = await withAdmin(server, (admin) => admin.rows(Count, sql, [database]));
  return found !== undefined && found.count > 0;
}

/** Older programs have no option for it. */
async function writesHistory({ dump }: DatabaseServer): Promise<boolean> {
  const { stdout } = await run({ file: dump, args: ['--no-defaults', '--help'] });
  return stdout.includes('--dump-history');
}

/** Finds what the dump account can read in a database. */
async function readableOf(server: DatabaseServer, request: DumpRequest): Promise<DumpReadability> {
  const { database, tables = [], signal, stallMs = STALL_MS } = request;
  await using dumper = await createDumpAccount(server, 'tables', database);
  await using connection = await openConnection(server, { login: dumper.login });
  const stop = () => connection.destroy();
  signal.addEventListener('abort', stop, { once: true });
  try {
    signal.throwIfAborted();
    const lockSeconds = Math.ceil(stallMs / 1000);
    return await findGaps(connection, {
      ...{ database, tables, lockSeconds },
      writesHistory: () => writesHistory(server),
    });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

async function* dumped(dumping: Omit<Dumping, 'part'>): AsyncGenerator<Buffer, void> {
  const { server, request } = dumping;
  const parts: readonly DumpPart[] = (await hasRoutines(server, request))
    ? ['routines', 'tables']
    : ['tables'];
  let bytes = 0;
  for (const part of parts) {
    await using dumper = await createDumpAccount(server, part, request.database);
    await using options = await writeOptions(server, dumper.login);
    const from = request.file && fstatSync(request.file.fd).size;
    for await (const chunk of runDump({ ...dumping, part }, options.file)) {
      request.onBytes?.((bytes += chunk.length));
      yield chunk;
    }
    if (request.file && !isComplete(request.file.fd, from)) throw new Refusal('disk-full');
  }
}

/** Ends the program's input once its own dump is complete. */
async function dumpDirectly(dumping: Omit<Dumping, 'part'>): Promise<void> {
  const { request } = dumping;
  try {
    for await (const chunk of dumped(dumping)) throw new Error(`${chunk.length} bytes came to us`);
  } catch (error) {
    request.signal.throwIfAborted();
    throw error;
  }
  request.output.end();
}

/**
 * Writes a dump of a database, consistent for all transactional tables, with accounts that can only read that
 * database. Tables of a staging copy are left out unless they are named. Refuses with `dump-failed` and the program's message, or with `dump-stalled`; `output` then ends with an
 * error, so that a partial dump never looks complete.
 * @returns the objects that can't be read and are left out of the dump
 */
export async function dumpDatabase(server: DatabaseServer, request: DumpRequest): Promise<readonly Gap[]> {
  const isPast = request.output instanceof Socket;
  try {
    const { staging: left } = await withAdmin(server, (admin) => splitTables(admin, request.database));
    const readable = await readableOf(server, request);
    const gaps = [...readable.gaps];
    const onGaps = (more: readonly Gap[]) => void gaps.push(...more);
    const dumping = { server, request, readable, left, onGaps };
    if (isPast) await dumpDirectly(dumping);
    else await pipeline(dumped(dumping), request.output, { signal: request.signal });
    return gaps;
  } catch (error) {
    if (!isPast) request.output.destroy(error instanceof Error ? error : undefined);
    throw error;
  }
}
