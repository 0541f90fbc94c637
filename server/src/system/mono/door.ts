import { once } from 'node:events';
import { chmod, chown, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { WEB_GID } from '../identity';
import type { AppRoom, MonoApp } from './app';

/** Requests of one site under way or waiting for its server to start; more are refused. */
const MOST_AT_ONCE = 128;

/** Both ways until one side ends; what broke off here breaks off there. */
function join(visitor: Socket, app: Socket): void {
  visitor.pipe(app);
  app.pipe(visitor);
  app.on('error', () => visitor.destroy());
  visitor.on('error', () => app.destroy());
  app.on('close', () => {
    if (!visitor.writableEnded) visitor.destroy();
  });
  visitor.on('close', () => app.destroy());
}

/** Where nginx asks for the pages of one site: its server starts with the first who comes. */
export class MonoDoor {
  private readonly server: Server = createServer((visitor) => void this.take(visitor));
  private readonly open = new Set<Socket>();
  /** When somebody was here last, ms. */
  lastUsed = Date.now();

  constructor(
    readonly app: MonoApp,
    /** Path of its socket. */
    private readonly path: string,
    /** Before a server is started; rejects where there is no room for one. */
    private readonly makeRoom: () => Promise<void>,
  ) {}

  get isInUse(): boolean {
    return this.open.size > 0;
  }

  async listen(isolation: AppRoom['isolation']): Promise<void> {
    // What a killed one has left.
    await rm(this.path, { force: true });
    this.server.listen(this.path);
    await once(this.server, 'listening');
    if (isolation.is === 'separate') await chown(this.path, 0, WEB_GID);
    await chmod(this.path, 0o660);
  }

  private async take(visitor: Socket): Promise<void> {
    visitor.on('error', () => undefined);
    if (this.open.size >= MOST_AT_ONCE) return void visitor.destroy();
    this.open.add(visitor);
    visitor.once('close', () => {
      this.open.delete(visitor);
      this.lastUsed = Date.now();
    });
    try {
      if (!this.app.isAwake) await this.makeRoom();
      const app = await this.app.connect();
      if (visitor.destroyed) app.destroy();
      else join(visitor, app);
    } catch {
      // nginx asks once more, and then says that nobody answers.
      visitor.destroy();
    }
  }

  /** Takes nobody in any more and ends the server. */
  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    await this.app.close();
    for (const visitor of this.open) visitor.destroy();
    await closed;
  }
}
