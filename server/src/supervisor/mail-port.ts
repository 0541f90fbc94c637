import { chown, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { repeat, type Loop } from '#system/concurrency/repeat';
import { applyDirectMail, dropRules, type DirectMail } from '#system/mail/direct-mail';
import { apiIdentity, type Isolation } from '#system/process/identity';
import type { Paths } from '#system/settings/paths';
import type { Settings } from '#system/settings/settings';

/** A network manager that drops rules it does not know is answered within this time, ms. */
const PAUSE_MS = 60_000;
const CONNECT_MS = 1000;

interface MailPortParts {
  readonly settings: Pick<Settings, 'HOST_UIDS' | 'HOST_MAIL_DIRECT'>;
  readonly isolation: Isolation;
  readonly places: Pick<Paths, 'mail'>;
  readonly say: (line: string) => void;
}

/** Keeps port 25 of other machines closed to programs of hosts while the product runs. */
export class MailPort {
  state: DirectMail = { is: 'open', why: 'rights' };
  private loop: Loop | undefined;

  private constructor(private readonly parts: MailPortParts) {}

  /** Call it before any program of a host runs. */
  static async open(parts: MailPortParts): Promise<MailPort> {
    const port = new MailPort(parts);
    // The product works without it; the loop tries again.
    await port.apply().catch((error: unknown) => parts.say(`port 25: ${String(error)}`));
    port.loop = repeat(() => port.check(), {
      pauseMs: PAUSE_MS,
      onFailed: (error) => parts.say(`port 25: ${String(error)}`),
    });
    return port;
  }

  private async apply(): Promise<void> {
    const { settings, isolation, places } = this.parts;
    this.state = await applyDirectMail({
      isolation,
      uids: settings.HOST_UIDS,
      isPermitted: settings.HOST_MAIL_DIRECT,
    });
    await writeFile(places.mail.direct, this.state.is, { mode: 0o640 });
    if (isolation.is === 'separate') await chown(places.mail.direct, 0, apiIdentity(isolation).gid);
  }

  private async check(): Promise<void> {
    const before = this.state.is;
    await this.apply();
    if (before !== this.state.is)
      this.parts.say(`port 25 of other machines is now ${this.state.is} to sites`);
  }

  /** Call it when no program of a host runs any more. */
  async close(): Promise<void> {
    await this.loop?.stop();
    if (this.parts.isolation.is === 'separate') await dropRules(this.parts.settings.HOST_UIDS);
  }
}

/** Whether a mail server answers on this machine: programs of hosts reach it, since no rule comes before loopback's. */
export function answersLocally(): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port: 25, timeout: CONNECT_MS });
    const end = (isThere: boolean) => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once('connect', () => end(true));
    socket.once('timeout', () => end(false));
    socket.once('error', () => end(false));
  });
}
