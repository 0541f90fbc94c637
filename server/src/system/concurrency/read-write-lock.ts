type Work<Value> = () => Promise<Value>;

/** The lock of one key. Jobs begin in order of arrival, so that no job waits forever. */
class KeyLock {
  private readonly waiting: { readonly isExclusive: boolean; readonly begin: () => void }[] = [];
  private sharing = 0;
  private isTaken = false;

  get idle(): boolean {
    return this.sharing === 0 && !this.isTaken && this.waiting.length === 0;
  }

  async run<Value>(isExclusive: boolean, work: Work<Value>): Promise<Value> {
    await new Promise<void>((begin) => {
      this.waiting.push({ isExclusive, begin });
      this.next();
    });
    try {
      return await work();
    } finally {
      if (isExclusive) this.isTaken = false;
      else this.sharing -= 1;
      this.next();
    }
  }

  private next(): void {
    for (let [first] = this.waiting; first; [first] = this.waiting) {
      if (this.isTaken || (first.isExclusive && this.sharing > 0)) return;
      this.waiting.shift();
      if (first.isExclusive) this.isTaken = true;
      else this.sharing += 1;
      first.begin();
    }
  }
}

/** Use it where readers may run in parallel: `shared` jobs of a key run together, an `exclusive` job runs alone. */
export interface ReadWriteLock {
  shared<Value>(key: string, work: Work<Value>): Promise<Value>;
  exclusive<Value>(key: string, work: Work<Value>): Promise<Value>;
  /** Whether a job of this key runs or waits. */
  isBusy(key: string): boolean;
}

export function makeReadWriteLock(): ReadWriteLock {
  const all = new Map<string, KeyLock>();
  const run = async <Value>(key: string, isExclusive: boolean, work: Work<Value>): Promise<Value> => {
    const lock = all.get(key) ?? new KeyLock();
    all.set(key, lock);
    try {
      return await lock.run(isExclusive, work);
    } finally {
      if (lock.idle) all.delete(key);
    }
  };
  return {
    shared: (key, work) => run(key, false, work),
    exclusive: (key, work) => run(key, true, work),
    isBusy: (key) => all.has(key),
  };
}
