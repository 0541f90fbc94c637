import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

/** Packing and unpacking are bound by the processor: one thread each for reading, and for working on what was read. */
const THREADS = 2;

interface Asked<Job> {
  readonly id: number;
  readonly job: Job;
}

interface Answered<Result> {
  readonly id: number;
  readonly result: Result;
}

interface Done {
  readonly result: unknown;
  /** Memory that the result lies in, and that the thread wants no more: it changes hands uncopied. */
  readonly gives?: readonly ArrayBuffer[];
}

/** In a worker thread of that role: does jobs until it is terminated. False elsewhere. */
export function serveLane(role: string, work: (job: never) => Done): boolean {
  if (isMainThread || workerData !== role) return false;
  parentPort?.on('message', ({ id, job }: Asked<never>) => {
    const { result, gives = [] } = work(job);
    parentPort?.postMessage({ id, result } satisfies Answered<unknown>, gives);
  });
  return true;
}

interface Lane {
  readonly worker: Worker;
  /** Ids of its jobs that are not done. */
  readonly waiting: Set<number>;
}

/** Worker threads that do jobs of one kind. They share this process's descriptors. */
export class WorkerLanes<Job, Result> {
  private readonly lanes: Lane[] = [];
  private readonly waiting = new Map<
    number,
    { resolve: (result: Result) => void; reject: (error: Error) => void }
  >();
  private lastId = 0;
  private users = 0;

  /** @param script the bundle this process runs; its threads know their role */
  constructor(
    private readonly script: URL,
    private readonly role: string,
  ) {}

  ask(job: Job): Promise<Result> {
    const lane = this.laneFor();
    const id = ++this.lastId;
    lane.waiting.add(id);
    return new Promise<Result>((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      lane.worker.postMessage({ id, job } satisfies Asked<Job>);
    }).finally(() => lane.waiting.delete(id));
  }

  /** Threads live as long as anybody works with them: several archives may at once. */
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
    await Promise.all(this.lanes.splice(0).map(({ worker }) => worker.terminate()));
  }

  private laneFor(): Lane {
    if (this.lanes.length < THREADS) this.lanes.push(this.startLane());
    const [first = this.startLane(), ...others] = this.lanes;
    return others.reduce((least, lane) => (lane.waiting.size < least.waiting.size ? lane : least), first);
  }

  private startLane(): Lane {
    const worker = new Worker(this.script, { workerData: this.role, env: {}, stdin: false });
    worker.on('message', ({ id, result }: Answered<Result>) => {
      this.waiting.get(id)?.resolve(result);
      this.waiting.delete(id);
    });
    const lane: Lane = { worker, waiting: new Set() };
    worker.on('error', (error: Error) => this.lost(lane, error));
    // Also ended by whoever closes the lanes while others wait for theirs.
    worker.on('exit', () => this.lost(lane, new Error('A thread ended before its jobs')));
    return lane;
  }

  /** Nobody waits for what will not come, and nobody else is sent there. */
  private lost(lane: Lane, error: Error): void {
    const at = this.lanes.indexOf(lane);
    if (at !== -1) this.lanes.splice(at, 1);
    for (const id of lane.waiting) {
      this.waiting.get(id)?.reject(error);
      this.waiting.delete(id);
    }
  }
}
