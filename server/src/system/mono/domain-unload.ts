import { readdir, readFile } from 'node:fs/promises';
import { lineReader } from '#system/streams/line-reader';

/**
 * Mono takes its application down and up again inside the process when a file changes that it is built from, and now and
 * then loses a request that comes meanwhile: its visitor waits for ever. It says so before it begins.
 */
const UNLOAD_BEGINS = /^Change: |AppDomainUnloadedException/;
const LINE_MAX = 8192;

/** Reads what the server writes; the rest is of no use, and a program may write whatever it likes. */
export function watchForUnload(onUnloading: () => void): (chunk: Buffer) => void {
  const fresh = () => lineReader((line) => UNLOAD_BEGINS.test(line) && onUnloading(), restart, LINE_MAX);
  const restart = () => (read = fresh());
  let read = fresh();
  return (chunk) => read(chunk);
}

/** The kernel keeps 15 characters of a thread's name. */
const THREAD = 'Domain unloader';

/** Whether a thread of it is at that now: what the application itself or too many changed pages bring about. */
export async function isUnloading(pid: number): Promise<boolean> {
  const folder = `/proc/${pid}/task`;
  const threads = await readdir(folder).catch(() => []);
  const names = threads.map((thread) => readFile(`${folder}/${thread}/comm`, 'utf8').catch(() => ''));
  return (await Promise.all(names)).some((name) => name.trim() === THREAD);
}
