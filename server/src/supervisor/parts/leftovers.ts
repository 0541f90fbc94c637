import { readdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endProcesses, NOTHING_FOUND, sumOf, type EndReport } from '#system/process/end-processes';
import { commandLine, signalPid } from '#system/process/pid-file';
import { procText, readEach } from '#system/process/process-table';
import { endMarked } from './end-marked';

const GRACE_MS = 5000;

interface Member {
  readonly pid: number;
  readonly program: string;
  readonly session: number;
}

/** Reads /proc/PID/stat; the name in it may contain blanks and brackets. */
function memberOf(pid: number): Member | undefined {
  const named = /^\d+ \((.*)\) (.*)$/s.exec(procText(pid, 'stat'));
  if (!named) return undefined;
  const [state, , , session] = (named[2] ?? '').split(' ');
  return state === 'Z' ? undefined : { pid, program: named[1] ?? '', session: Number(session) };
}

const sessionOf = async (leader: number): Promise<Member[]> =>
  (await readEach(memberOf)).filter(({ session }) => session === leader);

export interface RecordedProcess {
  readonly pid: number;
  /** Path of the program; the kernel keeps 15 characters of its name. */
  readonly file: string;
  /** A path of the product that its command line contains. */
  readonly mark: string;
  /** `PART_MARK` of the programs it starts, in any session. */
  readonly programMark?: string | undefined;
  /** Set if the process ended just now, so the kernel has not reused its pid. */
  readonly isFresh?: true;
}

/** Name that newer versions of Node.js give their process. */
const MAIN_THREAD = 'MainThread';

/**
 * Every part leads a session, which identifies its workers even after their leader has died. The kernel may have reused
 * the pid: a leader must still have the mark in its command line, a member must have the program's name.
 */
async function survivors({ pid, file, mark, isFresh }: RecordedProcess): Promise<Member[]> {
  const names = [basename(file).slice(0, 15), MAIN_THREAD];
  const members = await sessionOf(pid);
  const leader = members.find((member) => member.pid === pid);
  if (leader && !(await commandLine(pid)).includes(mark)) return [];
  const isOurs = (member: Member) =>
    leader !== undefined || isFresh === true || names.includes(member.program);
  return members.filter(isOurs);
}

/** Ends the leftovers of a part and of the programs it started, within a time limit. */
export async function endLeftover(recorded: RecordedProcess): Promise<EndReport> {
  const own = await endSession(recorded);
  const { programMark } = recorded;
  return programMark === undefined ? own : sumOf([own, await endMarked(programMark)]);
}

async function endSession(recorded: RecordedProcess): Promise<EndReport> {
  const found = await survivors(recorded);
  if (found.length === 0) return NOTHING_FOUND;
  // A leader ends its workers. SIGINT is PostgreSQL's fast shutdown.
  const leader = found.find(({ pid }) => pid === recorded.pid);
  const signal = leader && /postgres$/.test(recorded.file) ? 'SIGINT' : 'SIGTERM';
  for (const { pid } of leader ? [leader] : found) signalPid(pid, signal);
  const deadline = Date.now() + GRACE_MS;
  while (Date.now() < deadline) {
    if ((await survivors(recorded)).length === 0) return { found: found.length, left: 0 };
    await sleep(30);
  }
  const killed = await endProcesses(() => survivors(recorded));
  return { ...killed, found: found.length };
}

const RECORD = /^(\d+)\n(.+)\n(.+)\n(?:(.*)\n)?$/;

export const pidRecordText = ({ pid, file, mark, programMark = '' }: RecordedProcess): string =>
  `${pid}\n${file}\n${mark}\n${programMark}\n`;

export interface Leftovers {
  /** Names of the parts that had leftovers. */
  readonly found: readonly string[];
  /** Names of those with leftovers that could not be ended. */
  readonly left: readonly string[];
}

/** Ends the leftovers of a supervisor that was killed. */
export async function endLeftovers(folder: string): Promise<Leftovers> {
  const [found, left] = [new Set<string>(), new Set<string>()];
  for (const name of await readdir(folder).catch(() => [])) {
    const [, pid, file, mark, programMark] = RECORD.exec(await readFile(join(folder, name), 'utf8')) ?? [];
    const recorded =
      pid && file && mark
        ? { pid: Number(pid), file, mark, programMark: programMark || undefined }
        : undefined;
    const report = recorded ? await endLeftover(recorded) : NOTHING_FOUND;
    const part = name.replace(/\.pid$/, '');
    if (report.found > 0) found.add(part);
    if (report.left > 0) left.add(part);
    await rm(join(folder, name), { force: true });
  }
  return { found: [...found], left: [...left] };
}
