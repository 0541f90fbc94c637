import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** An engine may reply before it writes its log. A later line fails the test, ms. */
const LATE_MS = 60_000;

/** The content of a log once it contains `words`, or at the time limit. */
export async function waitForLog(path: string, words: string): Promise<string> {
  for (const deadline = Date.now() + LATE_MS; ; await sleep(20)) {
    const text = await readFile(path, 'utf8').catch(() => '');
    if (text.includes(words) || Date.now() > deadline) return text;
  }
}
