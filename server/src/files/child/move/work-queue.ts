import { asError } from './source';

/** Does items a few at a time; doing one may add others. */
export class WorkQueue<T> {
  private active = 0;

  /** @param items taken from the end */
  constructor(private readonly items: T[]) {}

  push(item: T): void {
    this.items.push(item);
  }

  /**
   * Resolves when nothing is left. After a failure no item is begun any more, and it rejects when all begun ones have ended.
   * @param failed called at once with the first failure, so that it can stop the others
   */
  drain(lanes: number, act: (item: T) => Promise<void>, failed: (error: unknown) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      let failure: { readonly error: unknown } | undefined;
      const next = () => {
        while (!failure && this.active < lanes) {
          const item = this.items.pop();
          if (item === undefined) break;
          this.active += 1;
          act(item).then(done, (error: unknown) => {
            if (!failure) failed(error);
            failure ??= { error };
            done();
          });
        }
        if (this.active > 0) return;
        if (failure) reject(asError(failure.error));
        else resolve();
      };
      const done = () => {
        this.active -= 1;
        next();
      };
      next();
    });
  }
}
