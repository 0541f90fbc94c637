import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { killGroup, start } from '#system/process/exec';
import { endOrphans } from '#system/process/host-programs';
import type { Isolation } from '#system/process/identity';
import type { MonoEngine } from './engine';
import { netOptions, serveNet, type Launch } from './launch';
import { lendListener } from './listener';
import { isUnloading, unloadingIn } from './unloading';

export interface AppRoom {
  readonly engine: MonoEngine;
  readonly isolation: Isolation;
  /** Where its server listens; in a folder that only we may enter. */
  readonly socket: string;
}

/** One run of a site's server. */
interface Life {
  readonly child: ChildProcess;
  readonly gone: Promise<void>;
  /** It is being ended, or has ended. */
  isOver: boolean;
}

/** While files of an application are being replaced one by one, it is not started for each of them. */
const SETTLE_MS = 500;
/** A server that has ended a moment ago is noticed by who wants to connect. */
const TRIES = 3;

/** The .NET server of one site: started when somebody wants it, ended by whoever holds it. */
export class MonoApp {
  private life: Life | undefined;
  private beginning: Promise<Life> | undefined;
  private isClosed = false;

  constructor(
    private readonly room: AppRoom,
    private launch: Launch,
  ) {}

  get isAwake(): boolean {
    return this.beginning !== undefined || (this.life !== undefined && !this.life.isOver);
  }

  /** What it is to be started with from now on; one that runs with anything else is ended. */
  async change(launch: Launch): Promise<void> {
    if (isDeepStrictEqual(this.launch, launch)) return;
    this.launch = launch;
    await this.end();
  }

  /** A connection to the server, which is started where there is none. */
  async connect(): Promise<Socket> {
    for (let tries = 1; ; tries++) {
      const life = await this.living();
      try {
        const socket = connect(this.room.socket);
        await once(socket, 'connect');
        return socket;
      } catch (error) {
        if (tries >= TRIES) throw error;
        this.finish(life);
      }
    }
  }

  private living(): Promise<Life> {
    if (this.isClosed) return Promise.reject(new Error('the site is closed'));
    if (this.life && !this.life.isOver) return Promise.resolve(this.life);
    this.beginning ??= this.begin().finally(() => (this.beginning = undefined));
    return this.beginning;
  }

  private async begin(): Promise<Life> {
    if (this.life) {
      await this.life.gone;
      await sleep(SETTLE_MS);
    }
    const { engine, isolation, socket } = this.room;
    const child = await lendListener(socket, (fd) => {
      if (this.isClosed) throw new Error('the site is closed');
      return start(serveNet(engine, this.launch, isolation), {
        ...netOptions(this.launch, isolation),
        stdio: [fd, 'pipe', 'pipe'],
      });
    });
    const life: Life = { child, gone: this.goneOf(child), isOver: false };
    this.life = life;
    void life.gone.then(() => (life.isOver = true));
    const read = () => unloadingIn(() => this.finish(life));
    child.stdout?.on('data', read());
    child.stderr?.on('data', read());
    return life;
  }

  /** Settles when nothing of it runs any more. */
  private async goneOf(child: ChildProcess): Promise<void> {
    await new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
      child.once('error', () => resolve());
    });
    // Programs that it started may outlive it, even in another process group.
    killGroup(child.pid, 'SIGKILL');
    await endOrphans(this.room.isolation, this.launch.uid);
    await rm(this.room.socket, { force: true });
  }

  private finish(life: Life): void {
    if (life.isOver) return;
    life.isOver = true;
    killGroup(life.child.pid, 'SIGKILL');
  }

  /** Ends a server that is taking its application down by itself. */
  async endIfUnloading(): Promise<void> {
    const { life } = this;
    if (!life || life.isOver || life.child.pid === undefined) return;
    if (await isUnloading(life.child.pid)) this.finish(life);
  }

  /** Resolves when it has ended; the next to connect starts another. */
  async end(): Promise<void> {
    await this.beginning?.catch(() => undefined);
    const { life } = this;
    if (!life) return;
    this.finish(life);
    await life.gone;
  }

  /** As `end`, for good. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.end();
  }
}
