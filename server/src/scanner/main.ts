import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { ScanVerdict } from '@sitedeck/contract';
import { analyseFile } from './analyse-file';
import { READY, ScanRequest, type ScanReply } from '#system/scan/protocol';

/**
 * The scanner: reads requests from standard input, and the numbered files from the folder of its argument. It keeps
 * nothing from one file to the next.
 */
const [folder = '/'] = process.argv.slice(2);

function judge({ file, name, size }: ScanRequest): ScanVerdict {
  try {
    return analyseFile({ name, size, bytes: readFileSync(join(folder, String(file))) });
  } catch {
    return { is: 'unknown', why: 'crashed' };
  }
}

// Until now time passes for the start, from here on for files.
process.stdout.write(`${READY}\n`);
for await (const line of createInterface({ input: process.stdin })) {
  const request = ScanRequest.parse(JSON.parse(line));
  const reply: ScanReply = { file: request.file, verdict: judge(request) };
  process.stdout.write(`${JSON.stringify(reply)}\n`);
}
