import { watch, type FSWatcher } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { HostCode } from '@sitedeck/contract';
import { repeat, type Loop } from '#system/concurrency/repeat';
import { singleFlight } from '#system/concurrency/single-flight';
import { pathExists } from '#system/disk/exists';
import { MAIL_SOCKET } from '#system/settings/paths';
import type { MailDoor } from './mail-door';

/** Folders are noticed at once; this finds what the kernel could not report, ms. */
const SCAN_MS = 10_000;
const SET_GROUP = 0o2000;

export interface DoorsParts {
  /** Contains a folder for each host that may send. */
  readonly folder: string;
  readonly doorOf: (hostCode: HostCode, socket: string) => MailDoor;
  readonly onFailed: (error: unknown) => void;
}

/** The doors of all hosts of a node: one opens when the folder of a host appears, and closes when it goes. */
export class MailDoors {
  private readonly doors = new Map<HostCode, MailDoor>();
  private readonly watcher: FSWatcher;
  private readonly scanning: Loop;
  readonly scan = singleFlight(() => this.scanOnce());

  constructor(private readonly parts: DoorsParts) {
    const onFailed = parts.onFailed;
    this.watcher = watch(parts.folder, () => void this.scan().catch(onFailed));
    this.watcher.on('error', onFailed);
    this.scanning = repeat(() => this.scan(), { pauseMs: SCAN_MS, onFailed });
  }

  private socketOf(hostCode: HostCode): string {
    return join(this.parts.folder, hostCode, MAIL_SOCKET);
  }

  private async scanOnce(): Promise<void> {
    const names = await readdir(this.parts.folder);
    const present = names.flatMap((name) => {
      const code = HostCode.safeParse(name);
      return code.success ? [code.data] : [];
    });
    const gone = [...this.doors.keys()].filter((hostCode) => !present.includes(hostCode));
    await Promise.all(gone.map((hostCode) => this.close(hostCode)));
    for (const hostCode of present) await this.open(hostCode).catch(this.parts.onFailed);
  }

  /** Opens a door again whose folder was replaced. */
  private async open(hostCode: HostCode): Promise<void> {
    const socket = this.socketOf(hostCode);
    if (this.doors.has(hostCode) && (await pathExists(socket))) return;
    // The socket gets the group of the folder, whose owner sets this bit last.
    if (((await stat(dirname(socket))).mode & SET_GROUP) === 0) return;
    await this.close(hostCode);
    const door = this.parts.doorOf(hostCode, socket);
    await door.listen();
    this.doors.set(hostCode, door);
  }

  private async close(hostCode: HostCode): Promise<void> {
    const door = this.doors.get(hostCode);
    this.doors.delete(hostCode);
    await door?.close();
  }

  async stop(): Promise<void> {
    this.watcher.close();
    await this.scanning.stop();
    await Promise.all([...this.doors.keys()].map((hostCode) => this.close(hostCode)));
  }
}
