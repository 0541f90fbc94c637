/** The parts of ssh2 that a move uses; its own types bring those of an old Node.js. */
declare module 'ssh2' {
  import type { EventEmitter } from 'node:events';
  import type { Socket } from 'node:net';
  import type { Duplex } from 'node:stream';

  interface ConnectOptions {
    readonly sock: Socket;
    readonly username: string;
    readonly password: string;
    readonly tryKeyboard: boolean;
    readonly authHandler: readonly ('password' | 'keyboard-interactive')[];
    /** ms */
    readonly readyTimeout: number;
    /** Called with the key in the form of its protocol, before anything secret is sent. */
    readonly hostVerifier: (key: Buffer) => boolean;
  }

  class Client extends EventEmitter {
    connect(options: ConnectOptions): this;
    subsys(name: string, done: (error: Error | undefined, stream: Duplex) => void): this;
    end(): this;
    destroy(): this;
  }
}
