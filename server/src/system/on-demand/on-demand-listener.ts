import { once } from 'node:events';
import { chmod, chown, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { WEB_GID, type Isolation } from '#system/process/identity';
import type { OnDemandProgram } from './on-demand-program';

/** Requests of one site under way or waiting for its program to start; more are refused. */
const CONNECTIONS_MAX = 128;

/** A refused visitor may take this long to end the request, ms. */
const REFUSED_MS = 5000;

/** Pipes both ways until one side ends; an aborted side aborts the other. */
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

/** Waits until a new program has answered or closed, at most `longest` ms. */
async function answered(app: Socket, longest: number): Promise<void> {
  const over = new AbortController();
  const end = () => over.abort();
  app.once('data', end).once('close', end);
  await sleep(longest, undefined, { signal: over.signal, ref: false }).catch(() => undefined);
  app.off('data', end).off('close', end);
}

/** Limits that all listeners of a node share. */
export interface StartLimits {
  /** Called before a program starts; rejects if no more may run. */
  readonly makeRoom: () => Promise<void>;
  /** Runs a few starts at a time, in order: compiling the first page keeps one core busy. */
  readonly inTurn: (start: () => Promise<void>) => Promise<void>;
  /** A start keeps its turn no longer than this, ms. */
  readonly longestStart: number;
  /** Sent to a visitor whose program can't be reached; without it the connection is only closed. */
  readonly unavailable?: Buffer;
}

/** Accepts connections of nginx for one site, starts its program with the first one and passes them on. */
export class OnDemandListener<Program extends OnDemandProgram> {
  private readonly server: Server = createServer((visitor) => void this.accept(visitor));
  private readonly connections = new Set<Socket>();
  /** Connections that wait for the program to start. */
  private waiting: Socket[] = [];
  /** When the last connection closed, ms. */
  lastUsed = Date.now();

  constructor(
    readonly program: Program,
    /** Path of its socket. */
    private readonly path: string,
    private readonly limits: StartLimits,
  ) {}

  get isInUse(): boolean {
    return this.connections.size > 0;
  }

  async listen(isolation: Isolation): Promise<void> {
    // Removes the socket of a killed worker.
    await rm(this.path, { force: true });
    this.server.listen(this.path);
    await once(this.server, 'listening');
    if (isolation.is === 'separate') await chown(this.path, 0, WEB_GID);
    await chmod(this.path, 0o660);
  }

  private async accept(visitor: Socket): Promise<void> {
    visitor.on('error', () => undefined);
    if (this.connections.size >= CONNECTIONS_MAX) return this.refuse(visitor);
    this.connections.add(visitor);
    visitor.once('close', () => {
      this.connections.delete(visitor);
      this.lastUsed = Date.now();
    });
    try {
      if (this.program.isRunning) await this.forward(visitor);
      else await this.queue(visitor);
    } catch {
      this.refuse(visitor);
    }
  }

  /** Without a reply nginx tries once more, then answers 502. */
  private refuse(visitor: Socket): void {
    const { unavailable } = this.limits;
    if (unavailable === undefined || visitor.destroyed) return void visitor.destroy();
    // Reads on: the reply would be lost if the connection were closed with unread bytes in it.
    visitor.resume().end(unavailable);
    setTimeout(() => visitor.destroy(), REFUSED_MS).unref();
  }

  private async forward(visitor: Socket): Promise<Socket> {
    const app = await this.program.connect();
    if (visitor.destroyed) app.destroy();
    else pipeBoth(visitor, app);
    return app;
  }

  /** Takes one turn for all waiting connections: a site whose program keeps crashing does not hold up other sites. */
  private async queue(visitor: Socket): Promise<void> {
    this.waiting.push(visitor);
    if (this.waiting.length === 1) await this.limits.inTurn(() => this.start());
  }

  private async start(): Promise<void> {
    const visitors = this.waiting.filter(({ destroyed }) => !destroyed);
    this.waiting = [];
    if (visitors.length === 0) return;
    // A connection that came during the start finds the program running.
    const wasAwake = this.program.isRunning;
    const ready = wasAwake ? Promise.resolve() : this.limits.makeRoom();
    const led = visitors.map((visitor) =>
      ready.then(() => this.forward(visitor)).catch(() => this.refuse(visitor)),
    );
    if (wasAwake) return;
    const { longestStart } = this.limits;
    const all = Promise.all(led).then(async (apps) => {
      const app = apps.find((one) => one !== undefined);
      if (app) await answered(app, longestStart);
    });
    // A program that neither starts nor ends does not hold up other sites.
    await Promise.race([all, sleep(longestStart, undefined, { ref: false })]);
  }

  /** Stops accepting and ends the program. */
  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    await this.program.close();
    for (const visitor of this.connections) visitor.destroy();
    await closed;
  }
}
