import { Folder, type Name } from '../walk';
import { serveLane, WorkerLanes } from '../worker-lanes';
import { packFile, type PackResult } from './pack';

const ROLE = 'sitedeck-pack';

export interface PackWish {
  readonly folder: Folder;
  readonly name: Name;
}

type Batch = readonly { readonly fd: number; readonly name: string | Uint8Array }[];

const nameOf = (name: string | Uint8Array): Name => (typeof name === 'string' ? name : Buffer.from(name));

/** In a worker thread that packs: serves batches until it is terminated. False elsewhere. */
export const servePacking = (): boolean =>
  serveLane(ROLE, (batch: Batch): readonly PackResult[] =>
    batch.map(({ fd, name }) => packFile(Folder.borrowed(fd), nameOf(name))),
  );

/** Worker threads that read and pack batches of small files. */
export class PackPool {
  private readonly lanes: WorkerLanes<Batch, readonly PackResult[]>;

  /** @param script the bundle this process runs */
  constructor(script: URL) {
    this.lanes = new WorkerLanes(script, ROLE);
  }

  pack(files: readonly PackWish[]): Promise<readonly PackResult[]> {
    return this.lanes.ask(files.map(({ folder, name }) => ({ fd: folder.fd, name })));
  }

  close(): Promise<void> {
    return this.lanes.close();
  }
}
