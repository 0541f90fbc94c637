import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

/** Packing and unpacking need the CPU: with two threads, one reads while the other works. */
const THREADS = 2;

interface JobMessage<Job> {
  readonly id: number;
  readonly job: Job;
}

interface ResultMessage<Result> {
  readonly id: number;
  readonly result: Result;
}

interface Done {
  readonly result: unknown;
  /** The result's memory, which moves to the other thread without a copy. */
  readonly gives?: readonly ArrayBuffer[];
}

/** In a worker thread of that role: does jobs until it is terminated. Returns false elsewhere. */
export function serveThread(role: string, work: (job: never) => Done): boolean {
  if (isMainThread || workerData !== role) return false;
  parentPort?.on('message', ({ id, job }: JobMessage<never>) => {
    const { result, gives = [] } = work(job);
    parentPort?.postMessage({ id, result } satisfies ResultMessage<unknown>, gives);
  });
  return true;
}

interface Thread {
  readonly worker: Worker;
  /** Ids of its open jobs. */
  readonly waiting: Set<number>;
}

/** Worker threads for one role. They share this process's descriptors. */
export class ThreadPool<Job, Result> {
  private readonly threads: Thread[] = [];
  private readonly waiting = new Map<
    number,
    { resolve: (result: Result) => void; reject: (error: Error) => void }
  >();
  private lastId = 0;
  private users = 0;

  /** @param script the bundle of the threads, which know their role */
  constructor(
    private readonly script: URL,
    private readonly role: string,
  ) {}

  request(job: Job): Promise<Result> {
    const thread = this.threadFor();
    const id = ++this.lastId;
    thread.waiting.add(id);
    return new Promise<Result>((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      thread.worker.postMessage({ id, job } satisfies JobMessage<Job>);
    }).finally(() => thread.waiting.delete(id));
  }

  /** Keeps the threads while `work` runs, also for several archives at once. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.users += 1;
    try {
      return await work();
    } finally {
      this.users -= 1;
      if (this.users === 0) await this.close();
    }
  }

  private async close(): Promise<void> {
    await Promise.all(this.threads.splice(0).map(({ worker }) => worker.terminate()));
  }

  private threadFor(): Thread {
    if (this.threads.length < THREADS) this.threads.push(this.startThread());
    const [first = this.startThread(), ...others] = this.threads;
    return others.reduce(
      (least, thread) => (thread.waiting.size < least.waiting.size ? thread : least),
      first,
    );
  }

  private startThread(): Thread {
    const worker = new Worker(this.script, { workerData: this.role, env: {}, stdin: false });
    worker.on('message', ({ id, result }: ResultMessage<Result>) => {
      this.waiting.get(id)?.resolve(result);
      this.waiting.delete(id);
    });
    const thread: Thread = { worker, waiting: new Set() };
    worker.on('error', (error: Error) => this.lost(thread, error));
    // Also when the threads are closed while jobs are open.
    worker.on('exit', () => this.lost(thread, new Error('A thread ended before its jobs')));
    return thread;
  }

  /** Rejects the thread's open jobs and sends it no more. */
  private lost(thread: Thread, error: Error): void {
    const at = this.threads.indexOf(thread);
    if (at !== -1) this.threads.splice(at, 1);
    for (const id of thread.waiting) {
      this.waiting.get(id)?.reject(error);
      this.waiting.delete(id);
    }
  }
}
