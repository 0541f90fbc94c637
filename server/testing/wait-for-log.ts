import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** An engine answers before it writes its log: this much later is late, ms. */
const LATE_MS = 10_000;

/** What a log says once it holds `words`, or when it is too late. */
export async function waitForLog(path: string, words: string): Promise<string> {
  for (const deadline = Date.now() + LATE_MS; ; await sleep(20)) {
    const text = await readFile(path, 'utf8').catch(() => '');
    if (text.includes(words) || Date.now() > deadline) return text;
  }
}
