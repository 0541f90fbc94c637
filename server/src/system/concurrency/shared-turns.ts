type Work<Value> = () => Promise<Value>;

/** Of one key: any number share it, or one has it alone. In the order they came, so that nobody waits for ever. */
class Turns {
  private readonly waiting: { readonly alone: boolean; readonly begin: () => void }[] = [];
  private sharing = 0;
  private taken = false;

  get idle(): boolean {
    return this.sharing === 0 && !this.taken && this.waiting.length === 0;
  }

  async run<Value>(alone: boolean, work: Work<Value>): Promise<Value> {
    await new Promise<void>((begin) => {
      this.waiting.push({ alone, begin });
      this.next();
    });
    try {
      return await work();
    } finally {
      if (alone) this.taken = false;
      else this.sharing -= 1;
      this.next();
    }
  }

  private next(): void {
    for (let [first] = this.waiting; first; [first] = this.waiting) {
      if (this.taken || (first.alone && this.sharing > 0)) return;
      this.waiting.shift();
      if (first.alone) this.taken = true;
      else this.sharing += 1;
      first.begin();
    }
  }
}

export interface SharedTurns {
  shared<Value>(key: string, work: Work<Value>): Promise<Value>;
  alone<Value>(key: string, work: Work<Value>): Promise<Value>;
  /** Whether anybody works there or waits to. */
  isBusy(key: string): boolean;
}

/** For each key: `shared` work runs side by side, `alone` work beside nothing else. */
export function sharedTurns(): SharedTurns {
  const all = new Map<string, Turns>();
  const run = async <Value>(key: string, alone: boolean, work: Work<Value>): Promise<Value> => {
    const turns = all.get(key) ?? new Turns();
    all.set(key, turns);
    try {
      return await turns.run(alone, work);
    } finally {
      if (turns.idle) all.delete(key);
    }
  };
  return {
    shared: (key, work) => run(key, false, work),
    alone: (key, work) => run(key, true, work),
    isBusy: (key) => all.has(key),
  };
}
