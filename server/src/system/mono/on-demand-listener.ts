import { once } from 'node:events';
import { chmod, chown, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { WEB_GID } from '#system/process/identity';
import type { MonoAppOptions, MonoApp } from './app';

/** Requests of one site under way or waiting for its server to start; more are refused. */
const MOST_AT_ONCE = 128;

/** Both ways until one side ends; what broke off here breaks off there. */
function pipeBoth(visitor: Socket, app: Socket): void {
  visitor.pipe(app);
  app.pipe(visitor);
  app.on('error', () => visitor.destroy());
  visitor.on('error', () => app.destroy());
  app.on('close', () => {
    if (!visitor.writableEnded) visitor.destroy();
  });
  visitor.on('close', () => app.destroy());
}

/** Until a server that was just started has answered, or its end, or as long as others can be kept waiting for it. */
async function answered(app: Socket, longest: number): Promise<void> {
  const over = new AbortController();
  const end = () => over.abort();
  app.once('data', end).once('close', end);
  await sleep(longest, undefined, { signal: over.signal, ref: false }).catch(() => undefined);
  app.off('data', end).off('close', end);
}

/** What the doors of a node share. */
export interface StartLimits {
  /** Before a server is started; rejects where there is no room for one. */
  readonly makeRoom: () => Promise<void>;
  /** A server that starts compiles its first page, which takes a core: so many at once, the others in their order. */
  readonly inTurn: (start: () => Promise<void>) => Promise<void>;
  /** A start keeps its turn no longer than this, ms. */
  readonly longestStart: number;
}

/** Where nginx asks for the pages of one site: its server starts with the first who comes. */
export class OnDemandListener {
  private readonly server: Server = createServer((visitor) => void this.accept(visitor));
  private readonly connections = new Set<Socket>();
  /** Who came while there was no server. */
  private waiting: Socket[] = [];
  /** When somebody was here last, ms. */
  lastUsed = Date.now();

  constructor(
    readonly app: MonoApp,
    /** Path of its socket. */
    private readonly path: string,
    private readonly limits: StartLimits,
  ) {}

  get isInUse(): boolean {
    return this.connections.size > 0;
  }

  async listen(isolation: MonoAppOptions['isolation']): Promise<void> {
    // What a killed one has left.
    await rm(this.path, { force: true });
    this.server.listen(this.path);
    await once(this.server, 'listening');
    if (isolation.is === 'separate') await chown(this.path, 0, WEB_GID);
    await chmod(this.path, 0o660);
  }

  private async accept(visitor: Socket): Promise<void> {
    visitor.on('error', () => undefined);
    if (this.connections.size >= MOST_AT_ONCE) return void visitor.destroy();
    this.connections.add(visitor);
    visitor.once('close', () => {
      this.connections.delete(visitor);
      this.lastUsed = Date.now();
    });
    try {
      if (this.app.isRunning) await this.forward(visitor);
      else await this.queue(visitor);
    } catch {
      // nginx asks once more, and then says that nobody answers.
      visitor.destroy();
    }
  }

  private async forward(visitor: Socket): Promise<Socket> {
    const app = await this.app.connect();
    if (visitor.destroyed) app.destroy();
    else pipeBoth(visitor, app);
    return app;
  }

  /** All who wait here have one turn: a site whose server ends with each visitor keeps no other waiting for all of them. */
  private async queue(visitor: Socket): Promise<void> {
    this.waiting.push(visitor);
    if (this.waiting.length === 1) await this.limits.inTurn(() => this.start());
  }

  private async start(): Promise<void> {
    const visitors = this.waiting.filter(({ destroyed }) => !destroyed);
    this.waiting = [];
    if (visitors.length === 0) return;
    // Who came while it was being started waits for a turn, and finds it awake.
    const wasAwake = this.app.isRunning;
    const ready = wasAwake ? Promise.resolve() : this.limits.makeRoom();
    const led = visitors.map((visitor) =>
      ready.then(() => this.forward(visitor)).catch(() => void visitor.destroy()),
    );
    const [app] = (await Promise.all(led)).filter((one) => one !== undefined);
    if (app && !wasAwake) await answered(app, this.limits.longestStart);
  }

  /** Takes nobody in any more and ends the server. */
  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    await this.app.close();
    for (const visitor of this.connections) visitor.destroy();
    await closed;
  }
}
