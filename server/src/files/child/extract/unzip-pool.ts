import { serveLane, WorkerLanes } from '../thread-pool';
import { unzipBatch, type UnzipBatch, type Unzipped } from './unzip-batch';

const ROLE = 'sitedeck-unzip';

/** In a worker thread that unpacks: serves batches until it is terminated. False elsewhere. */
export const serveUnzipping = (): boolean =>
  serveLane(ROLE, (batch: UnzipBatch) => ({ result: unzipBatch(batch) }));

/** Worker threads that read, unpack and write batches of small files. @param script the bundle this process runs */
export const openUnzipLanes = (script: URL) => new WorkerLanes<UnzipBatch, Unzipped>(script, ROLE);
export type UnzipLanes = ReturnType<typeof openUnzipLanes>;
