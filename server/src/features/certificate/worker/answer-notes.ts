import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ChallengeWay, HostCode } from '@sitedeck/contract';
import { z } from 'zod';

/** What proves control of a domain, and where it has to be found. */
export interface Answer {
  /** Without `*.`. */
  readonly domain: string;
  /** Letters, digits, `_` and `-`; the name of the file. */
  readonly token: string;
  readonly content: string;
}

const Note = z.object({
  hostCode: HostCode,
  way: ChallengeWay,
  answer: z.object({ domain: z.string(), token: z.string(), content: z.string() }),
});
type Note = z.infer<typeof Note>;

/** Another process of this node may have put the answer, and ended before it removed it. */
interface NotedAnswer extends Note {
  readonly drop: () => Promise<void>;
}

/** Beside the account keys: root's alone. */
const folderOf = (certificates: string): string => join(certificates, '.acme', 'answers');

/** Notes an answer before it is put; `drop` ends the note once the answer is removed. */
export async function noteAnswer(certificates: string, note: Note): Promise<Pick<NotedAnswer, 'drop'>> {
  const folder = folderOf(certificates);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `${randomUUID()}.json`);
  await writeFile(file, JSON.stringify(note), { mode: 0o600, flush: true });
  return { drop: () => rm(file, { force: true }) };
}

/** Undefined: the process was killed while it wrote, so the answer was not put. */
async function readNote(file: string): Promise<Note | undefined> {
  try {
    return Note.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return undefined;
  }
}

/** Answers noted before `since`, ms since 1970, whose notes are not dropped. */
export async function answersBefore(certificates: string, since: number): Promise<readonly NotedAnswer[]> {
  const folder = folderOf(certificates);
  const left: NotedAnswer[] = [];
  for (const name of await readdir(folder).catch(() => [])) {
    const file = join(folder, name);
    const found = await stat(file).catch(() => undefined);
    if (!found || found.mtimeMs >= since) continue;
    const note = await readNote(file);
    const drop = () => rm(file, { force: true });
    if (note) left.push({ ...note, drop });
    else await drop();
  }
  return left;
}
