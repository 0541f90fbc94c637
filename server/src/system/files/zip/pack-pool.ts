import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { Folder, type Name } from '../walk';
import { packFile, type PackResult } from './pack';

/** Packing is bound by the processor: one thread each for reading, and for packing what was read. */
const THREADS = 2;
const ROLE = 'sitedeck-pack';

export interface PackWish {
  readonly folder: Folder;
  readonly name: Name;
}

interface Batch {
  readonly id: number;
  readonly files: readonly { readonly fd: number; readonly name: string | Uint8Array }[];
}

interface Done {
  readonly id: number;
  readonly results: readonly PackResult[];
}

const nameOf = (name: string | Uint8Array): Name => (typeof name === 'string' ? name : Buffer.from(name));

/** In a worker thread: serves batches until it is terminated. False in the main thread. */
export function servePacking(): boolean {
  if (isMainThread || workerData !== ROLE) return false;
  parentPort?.on('message', (batch: Batch) => {
    const results = batch.files.map(({ fd, name }) => packFile(Folder.borrowed(fd), nameOf(name)));
    parentPort?.postMessage({ id: batch.id, results } satisfies Done);
  });
  return true;
}

interface Lane {
  readonly worker: Worker;
  waiting: number;
}

/** Worker threads that read and pack batches of small files. They share this process's descriptors. */
export class PackPool {
  private readonly lanes: Lane[] = [];
  private readonly waiting = new Map<
    number,
    { resolve: (results: readonly PackResult[]) => void; reject: (error: Error) => void }
  >();
  private lastId = 0;

  /** @param script the bundle this process runs */
  constructor(private readonly script: URL) {}

  pack(files: readonly PackWish[]): Promise<readonly PackResult[]> {
    const lane = this.laneFor();
    const id = ++this.lastId;
    lane.waiting += 1;
    return new Promise<readonly PackResult[]>((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      const batch: Batch = { id, files: files.map(({ folder, name }) => ({ fd: folder.fd, name })) };
      lane.worker.postMessage(batch);
    }).finally(() => (lane.waiting -= 1));
  }

  async close(): Promise<void> {
    await Promise.all(this.lanes.splice(0).map(({ worker }) => worker.terminate()));
  }

  private laneFor(): Lane {
    if (this.lanes.length < THREADS) this.lanes.push(this.startLane());
    const [first = this.startLane(), ...others] = this.lanes;
    return others.reduce((least, lane) => (lane.waiting < least.waiting ? lane : least), first);
  }

  private startLane(): Lane {
    const worker = new Worker(this.script, { workerData: ROLE, env: {}, stdin: false });
    worker.on('message', ({ id, results }: Done) => {
      this.waiting.get(id)?.resolve(results);
      this.waiting.delete(id);
    });
    worker.on('error', (error: Error) => {
      this.waiting.forEach((batch) => batch.reject(error));
      this.waiting.clear();
    });
    return { worker, waiting: 0 };
  }
}
