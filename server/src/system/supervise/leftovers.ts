import { readdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandLine, signalPid } from '../pid-file';
import { endMarked } from './marked';

const GRACE_MS = 5000;

interface Member {
  readonly pid: number;
  readonly program: string;
  readonly session: number;
}

/** Fields of /proc/PID/stat after the name, which may itself hold blanks and brackets. */
async function memberOf(pid: number): Promise<Member | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  const named = text === undefined ? null : /^\d+ \((.*)\) (.*)$/s.exec(text);
  if (!named) return undefined;
  const [state, , , session] = (named[2] ?? '').split(' ');
  return state === 'Z' ? undefined : { pid, program: named[1] ?? '', session: Number(session) };
}

async function sessionOf(leader: number): Promise<Member[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const members = await Promise.all(pids.map(memberOf));
  return members.filter((member): member is Member => member?.session === leader);
}

export interface Recorded {
  readonly pid: number;
  /** Program as it was started; the kernel keeps 15 characters of its name. */
  readonly file: string;
  /** A path of ours that its command line holds. */
  readonly mark: string;
  /** What the programs it starts carry, wherever they are. */
  readonly programMark?: string | undefined;
  /** Its end was seen a moment ago: the number can't be anybody else's yet. */
  readonly isFresh?: true;
}

/** Name that newer versions of Node give their process. */
const MAIN_THREAD = 'MainThread';

/**
 * Every part leads a session of its own, so that its workers are known by it even when their leader is dead. A number
 * may have been given to somebody else since: a leader must still carry our mark, a mere member its program's name.
 */
async function survivors({ pid, file, mark, isFresh }: Recorded): Promise<number[]> {
  const names = [basename(file).slice(0, 15), MAIN_THREAD];
  const members = await sessionOf(pid);
  const leader = members.find((member) => member.pid === pid);
  if (leader && !(await commandLine(pid)).includes(mark)) return [];
  const isOurs = (member: Member) =>
    leader !== undefined || isFresh === true || names.includes(member.program);
  return members.filter(isOurs).map((member) => member.pid);
}

const signalAll = (pids: readonly number[], signal: NodeJS.Signals) =>
  pids.forEach((pid) => signalPid(pid, signal));

/** Ends whatever is left of a part, and of what it had started. Answers whether there was anything. */
export async function endLeftover(recorded: Recorded): Promise<boolean> {
  const own = await endSession(recorded);
  const programs = recorded.programMark !== undefined && (await endMarked(recorded.programMark));
  return own || programs;
}

async function endSession(recorded: Recorded): Promise<boolean> {
  const found = await survivors(recorded);
  if (found.length === 0) return false;
  // The leader ends its own; PostgreSQL's fast shutdown is SIGINT, which the others take as an end as well.
  const leads = found.includes(recorded.pid);
  signalAll(leads ? [recorded.pid] : found, leads && /postgres$/.test(recorded.file) ? 'SIGINT' : 'SIGTERM');
  const deadline = Date.now() + GRACE_MS;
  for (;;) {
    const left = await survivors(recorded);
    if (left.length === 0) return true;
    if (Date.now() > deadline) signalAll(left, 'SIGKILL');
    await sleep(30);
  }
}

/** Whether anything of its session is left, whatever its program. */
export const hasSession = async ({ pid }: Recorded): Promise<boolean> => (await sessionOf(pid)).length > 0;

const RECORD = /^(\d+)\n(.+)\n(.+)\n(?:(.*)\n)?$/;

export const recordText = ({ pid, file, mark, programMark = '' }: Recorded): string =>
  `${pid}\n${file}\n${mark}\n${programMark}\n`;

/** Ends what an earlier supervisor left behind when it was killed. Answers the names of what was found. */
export async function endLeftovers(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const name of await readdir(folder).catch(() => [])) {
    const [, pid, file, mark, programMark] = RECORD.exec(await readFile(join(folder, name), 'utf8')) ?? [];
    const recorded =
      pid && file && mark
        ? { pid: Number(pid), file, mark, programMark: programMark || undefined }
        : undefined;
    if (recorded && (await endLeftover(recorded))) found.push(name.replace(/(?:@\d+)?\.pid$/, ''));
    await rm(join(folder, name), { force: true });
  }
  return [...new Set(found)];
}
