import { serveThread, ThreadPool } from '../thread-pool';
import { unzipBatch, type UnzipBatch, type UnzipResult } from './unzip-batch';

const ROLE = 'sitedeck-unzip';

/** In a worker thread that unpacks: serves batches until it is terminated. Returns false elsewhere. */
export const serveUnzipping = (): boolean =>
  serveThread(ROLE, (batch: UnzipBatch) => ({ result: unzipBatch(batch) }));

/** Worker threads that read, unpack and write batches of small files. @param script the bundle of the threads */
export const openUnzipThreads = (script: URL) => new ThreadPool<UnzipBatch, UnzipResult>(script, ROLE);
export type UnzipThreads = ReturnType<typeof openUnzipThreads>;
