import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ChallengeWay, HostCode } from '@sitedeck/contract';
import { z } from 'zod';

/** Proves control of a domain to the authority (RFC 8555, section 8). */
export interface ChallengeResponse {
  /** Without `*.`. */
  readonly domain: string;
  /** Letters, digits, `_` and `-`; the file name. */
  readonly token: string;
  readonly content: string;
}

const ResponseRecord = z.object({
  hostCode: HostCode,
  way: ChallengeWay,
  response: z.object({ domain: z.string(), token: z.string(), content: z.string() }),
});
type ResponseRecord = z.infer<typeof ResponseRecord>;

/** A response that may still be in place, since the worker that placed it may have been killed. */
interface RecordedResponse extends ResponseRecord {
  /** Removes the record. */
  readonly drop: () => Promise<void>;
}

/** Beside the account keys: only root can read it. */
const folderOf = (certificates: string): string => join(certificates, '.acme', 'responses');

/** Records a response before it is placed; call `drop` once the response is removed. */
export async function recordResponse(
  certificates: string,
  record: ResponseRecord,
): Promise<Pick<RecordedResponse, 'drop'>> {
  const folder = folderOf(certificates);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `${randomUUID()}.json`);
  await writeFile(file, JSON.stringify(record), { mode: 0o600, flush: true });
  return { drop: () => rm(file, { force: true }) };
}

/** Undefined: the worker was killed while it wrote the record, so it did not place the response. */
async function readRecord(file: string): Promise<ResponseRecord | undefined> {
  try {
    return ResponseRecord.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return undefined;
  }
}

/** Responses recorded before `since`, ms since 1970, whose records have not been dropped. */
export async function responsesBefore(
  certificates: string,
  since: number,
): Promise<readonly RecordedResponse[]> {
  const folder = folderOf(certificates);
  const leftover: RecordedResponse[] = [];
  for (const name of await readdir(folder).catch(() => [])) {
    const file = join(folder, name);
    const found = await stat(file).catch(() => undefined);
    if (!found || found.mtimeMs >= since) continue;
    const record = await readRecord(file);
    const drop = () => rm(file, { force: true });
    if (record) leftover.push({ ...record, drop });
    else await drop();
  }
  return leftover;
}
