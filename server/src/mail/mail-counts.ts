import { rename, writeFile } from 'node:fs/promises';
import type { HostCode } from '@sitedeck/contract';
import { makeMutexPerKey } from '#system/concurrency/mutex';
import { endOfHour, hourOf, mailUseFile, readMailUse, usedIn, type MailUse } from '#system/mail/mail-use';
import { MailRefused } from './mail-refused';

const GROUP_READABLE = 0o640;

/** Counts the mail of each host per clock hour, in files, so that the counts survive this process. */
export class MailCounts {
  private readonly perHost = makeMutexPerKey<HostCode>();
  /** Not written yet. */
  private readonly refusals = new Map<HostCode, number>();

  constructor(
    private readonly folder: string,
    private readonly now: () => number,
  ) {}

  /**
   * Counts mail before it is sent.
   * @param limit recipients per hour
   * @returns gives the mail back that was not sent
   */
  async take(hostCode: HostCode, recipients: number, limit: number): Promise<() => Promise<void>> {
    const hour = hourOf(this.now());
    await this.change(hostCode, (use) => {
      const used = usedIn(use, hour) + recipients;
      if (used > limit) throw new MailRefused(limitText(limit, hour));
      return { ...use, hour, used, sent: use.sent + recipients };
    });
    return () =>
      this.change(hostCode, (use) => ({
        ...use,
        used: use.hour === hour ? Math.max(0, use.used - recipients) : use.used,
        sent: Math.max(0, use.sent - recipients),
      }));
  }

  /** Counts a refusal. One write per host waits at most: refusals are quicker than writes. */
  async refused(hostCode: HostCode): Promise<void> {
    const pending = this.refusals.get(hostCode);
    this.refusals.set(hostCode, (pending ?? 0) + 1);
    if (pending !== undefined) return;
    try {
      await this.change(hostCode, (use) => ({ ...use, refused: use.refused + this.takeRefusals(hostCode) }));
    } catch (error) {
      this.takeRefusals(hostCode);
      throw error;
    }
  }

  private takeRefusals(hostCode: HostCode): number {
    const count = this.refusals.get(hostCode) ?? 0;
    this.refusals.delete(hostCode);
    return count;
  }

  private change(hostCode: HostCode, how: (use: MailUse) => MailUse): Promise<void> {
    return this.perHost.run(hostCode, async () => {
      const next = how(await readMailUse(this.folder, hostCode));
      const file = mailUseFile(this.folder, hostCode);
      await writeFile(`${file}.new`, JSON.stringify(next), { mode: GROUP_READABLE });
      await rename(`${file}.new`, file);
    });
  }
}

function limitText(limit: number, hour: number): string {
  if (limit === 0) return 'the plan of this site does not include sending mail';
  const until = `${new Date(endOfHour(hour)).toISOString().slice(11, 16)} UTC`;
  return `it would exceed the limit of ${limit} recipients per hour; the next hour begins at ${until}`;
}
