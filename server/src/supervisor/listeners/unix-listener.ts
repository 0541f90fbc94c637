import { chmod, chown, rm } from 'node:fs/promises';
import { bindUnix, type BoundSocket } from './bound-socket';
import { listenOn } from './listen-on';

export interface UnixSocketPath {
  readonly path: string;
  readonly mode: number;
  /** Undefined: the group of the process that creates it. */
  readonly gid?: number | undefined;
}

/** A unix socket that the supervisor opens for a part, in a folder where no tenant can replace it. */
export class UnixListener {
  private socket: BoundSocket | undefined;

  constructor(private readonly place: UnixSocketPath) {}

  /** Opens the socket, or opens it again: connections that were not accepted yet end. */
  async open(): Promise<void> {
    const { path, mode, gid } = this.place;
    this.close();
    await rm(path, { force: true });
    const bound = bindUnix(path);
    if (bound.is === 'failed') throw new Error(`${path} can't be opened: ${bound.code}`);
    this.socket = bound.socket;
    if (gid !== undefined) await chown(path, 0, gid);
    await chmod(path, mode);
    const [failed] = (await listenOn([bound.socket])).values();
    if (failed !== undefined) throw new Error(`${path} can't be listened on: ${failed}`);
  }

  get descriptor(): number {
    if (!this.socket) throw new Error(`${this.place.path} is not open`);
    return this.socket.fd;
  }

  close(): void {
    this.socket?.close();
    this.socket = undefined;
  }
}
