import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { codeOf } from '#faults/error-code';

/** A record is at most 8 KiB. */
const RECORD_BYTES = 16 * 1024;
/** Most records of one call: a flood must not keep us busy. */
const RECORDS_MAX = 5000;

/** What the kernel writes about a group that ran out of memory. */
const KILLED =
  /^oom-kill:constraint=CONSTRAINT_MEMCG,.*,oom_memcg=([^,]*),task_memcg=[^,]*,task=(.*),pid=\d+,uid=\d+$/;

/** A program that the kernel killed because a group ran out of memory. */
export interface KilledProgram {
  /** Path of the group, as the kernel sees it. */
  readonly group: string;
  readonly name: string;
}

export function readKilled(record: string): KilledProgram | undefined {
  const [, group, name] = KILLED.exec(record) ?? [];
  return group === undefined || name === undefined ? undefined : { group, name };
}

/** Names the programs that the kernel kills. Only root of a machine may read its log, and no container has one. */
export class KernelLog {
  private readonly buffer = Buffer.alloc(RECORD_BYTES);

  private constructor(private readonly file: FileHandle) {}

  /** Begins at the end of the log; undefined if it can't be read. */
  static async open(path = '/dev/kmsg'): Promise<KernelLog | undefined> {
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch(() => undefined);
    if (!file) return undefined;
    const log = new KernelLog(file);
    while ((await log.records()).length === RECORDS_MAX);
    return log;
  }

  /** Programs killed since the last call, in order. */
  async killed(): Promise<readonly KilledProgram[]> {
    return (await this.records()).flatMap((record) => readKilled(record) ?? []);
  }

  close(): Promise<void> {
    return this.file.close();
  }

  private async records(): Promise<readonly string[]> {
    const records: string[] = [];
    while (records.length < RECORDS_MAX) {
      const record = await this.next();
      if (record === undefined) break;
      records.push(record);
    }
    return records;
  }

  /** The text of the next record, empty for one that was overwritten; undefined at the end. */
  private async next(): Promise<string | undefined> {
    try {
      const { bytesRead } = await this.file.read(this.buffer, 0, RECORD_BYTES, null);
      const text = this.buffer.toString('utf8', 0, bytesRead);
      return bytesRead === 0 ? undefined : (/^[^;]*;(.*)/.exec(text)?.[1] ?? '');
    } catch (error) {
      return codeOf(error) === 'EPIPE' ? '' : undefined;
    }
  }
}
