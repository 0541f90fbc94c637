import { Folder, type Name } from '../tree/walk';
import { serveThread, ThreadPool } from '../thread-pool';
import { memoryOf, packFiles, type PackResult, type PackRequest } from './pack';

const ROLE = 'sitedeck-pack';

type Batch = readonly { readonly fd: number; readonly name: string | Uint8Array }[];

const nameOf = (name: string | Uint8Array): Name => (typeof name === 'string' ? name : Buffer.from(name));

/** In a worker thread that packs: serves batches until it is terminated. Returns false elsewhere. */
export const servePacking = (): boolean =>
  serveThread(ROLE, (batch: Batch) => {
    const results = packFiles(
      batch.map(({ fd, name }) => ({ folder: Folder.borrowed(fd), name: nameOf(name) })),
    );
    return { result: results, gives: memoryOf(results) };
  });

/** Worker threads that read and pack batches of small files. */
export class PackPool {
  private readonly threads: ThreadPool<Batch, readonly PackResult[]>;

  /** @param script the bundle of the threads */
  constructor(script: URL) {
    this.threads = new ThreadPool(script, ROLE);
  }

  pack(files: readonly PackRequest[]): Promise<readonly PackResult[]> {
    return this.threads.request(files.map(({ folder, name }) => ({ fd: folder.fd, name })));
  }

  during<T>(work: () => Promise<T>): Promise<T> {
    return this.threads.during(work);
  }
}
