import { readdir, readFile } from 'node:fs/promises';
import { lineReader } from '#system/streams/line-reader';

/**
 * When a file of the application changes, Mono unloads and reloads its AppDomain inside the process, and
 * sometimes loses a request meanwhile: its visitor would wait forever. Mono logs this line before the unload
 * begins.
 */
const UNLOAD_BEGINS = /^Change: |AppDomainUnloadedException/;
const LINE_MAX = 8192;

/** Calls `onUnloading` when the output of the server announces an unload. */
export function watchForUnload(onUnloading: () => void): (chunk: Buffer) => void {
  const newReader = () => lineReader((line) => UNLOAD_BEGINS.test(line) && onUnloading(), restart, LINE_MAX);
  const restart = () => (read = newReader());
  let read = newReader();
  return (chunk) => read(chunk);
}

/** The kernel keeps 15 characters of a thread's name. */
const THREAD = 'Domain unloader';

/**
 * Whether the process is unloading its AppDomain now, which the application itself or many changed pages can cause.
 */
export async function isUnloading(pid: number): Promise<boolean> {
  const folder = `/proc/${pid}/task`;
  const threads = await readdir(folder).catch(() => []);
  const names = threads.map((thread) => readFile(`${folder}/${thread}/comm`, 'utf8').catch(() => ''));
  return (await Promise.all(names)).some((name) => name.trim() === THREAD);
}
