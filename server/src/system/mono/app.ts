import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { pidInCage } from '#system/cage/pid-in-cage';
import type { HostShare } from '#system/cage/shares/shares';
import { killGroup, type ChildProcess } from '#system/process/exec';
import { endOrphans } from '#system/process/host-programs';
import type { OnDemandProgram } from '#system/on-demand/on-demand-program';
import { heapMb, startNet, type Launch, type MonoMachine } from './launch';
import { lendListener } from '#system/on-demand/lend-listener';
import { isUnloading, watchForUnload } from './domain-unload';

export interface MonoAppOptions extends MonoMachine {
  /** The socket on which the server listens, in a folder that only root may enter. */
  readonly socket: string;
  /** Called before each start; undefined where the machine has no shares. */
  readonly share: () => Promise<HostShare | undefined>;
  /** Called before each start: whether the host is over its disk quota. */
  readonly isFull: () => Promise<boolean>;
}

/** One run of a site's server. */
interface ServerRun {
  readonly child: ChildProcess;
  readonly gone: Promise<void>;
  /** Limit of its heap, MB, which can't change while it runs. */
  readonly heap: number;
  /** It is ending or has ended. */
  isOver: boolean;
}

/** Pause before a restart, so that replacing many files of an application restarts it once. */
const SETTLE_MS = 500;
/** Attempts to connect: a server that has just ended is noticed only when the connection fails. */
const TRIES = 3;

/** The .NET server of one site: started by the first connection, ended by its owner. */
export class MonoApp implements OnDemandProgram {
  private run: ServerRun | undefined;
  private starting: Promise<ServerRun> | undefined;
  private isClosed = false;
  /** Its share has changed: the next start gives the server another heap. */
  isOutdated = false;

  constructor(
    private readonly options: MonoAppOptions,
    private launch: Launch,
  ) {}

  get isRunning(): boolean {
    return this.starting !== undefined || (this.run !== undefined && !this.run.isOver);
  }

  /** Changes how the server is started; ends a server that was started differently. */
  async change(launch: Launch): Promise<void> {
    if (isDeepStrictEqual(this.launch, launch)) return;
    this.launch = launch;
    await this.end();
  }

  /** Connects to the server and starts it if none runs. */
  async connect(): Promise<Socket> {
    for (let tries = 1; ; tries++) {
      const life = await this.ensureRun();
      try {
        const socket = connect(this.options.socket);
        await once(socket, 'connect');
        return socket;
      } catch (error) {
        if (tries >= TRIES) throw error;
        this.kill(life);
      }
    }
  }

  private ensureRun(): Promise<ServerRun> {
    if (this.isClosed) return Promise.reject(new Error('the site is closed'));
    if (this.run && !this.run.isOver) return Promise.resolve(this.run);
    this.starting ??= this.startRun().finally(() => (this.starting = undefined));
    return this.starting;
  }

  private async startRun(): Promise<ServerRun> {
    if (this.run) {
      await this.run.gone;
      await sleep(SETTLE_MS);
    }
    const share = await this.options.share();
    const isFull = await this.options.isFull();
    const child = await lendListener(this.options.socket, (listener) => {
      if (this.isClosed) throw new Error('the site is closed');
      return startNet(this.options, this.launch, { listener, share, isFull });
    });
    const life: ServerRun = { child, gone: this.goneOf(child), heap: heapMb(share), isOver: false };
    this.run = life;
    this.isOutdated = false;
    void life.gone.then(() => (life.isOver = true));
    const read = () => watchForUnload(() => this.kill(life));
    child.stdout?.on('data', read());
    child.stderr?.on('data', read());
    return life;
  }

  /** Settles when the server and its programs have ended. */
  private async goneOf(child: ChildProcess): Promise<void> {
    await new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
      child.once('error', () => resolve());
    });
    // Programs that it started may survive it, even in another process group.
    killGroup(child.pid, 'SIGKILL');
    await endOrphans(this.options.isolation, this.launch.uid);
    await rm(this.options.socket, { force: true });
  }

  private kill(life: ServerRun): void {
    if (life.isOver) return;
    life.isOver = true;
    killGroup(life.child.pid, 'SIGKILL');
  }

  /** Ends a server that is taking its application down by itself. */
  async endIfUnloading(): Promise<void> {
    const { run: life } = this;
    if (!life || life.isOver || life.child.pid === undefined) return;
    const { pid } = life.child;
    const server = this.options.cages.is === 'on' ? await pidInCage(pid) : pid;
    if (server !== undefined && (await isUnloading(server))) this.kill(life);
  }

  /** Compares the heap of a running server with the host's share. */
  async compareHeap(): Promise<void> {
    const { run: life } = this;
    if (life && !life.isOver) this.isOutdated = life.heap !== heapMb(await this.options.share());
  }

  /** Resolves when the server has ended; the next connection starts another one. */
  async end(): Promise<void> {
    await this.starting?.catch(() => undefined);
    const { run: life } = this;
    if (!life) return;
    this.kill(life);
    await life.gone;
  }

  /** Like `end`, permanently. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.end();
  }
}
