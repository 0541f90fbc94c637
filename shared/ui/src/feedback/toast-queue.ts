import { loadToasts } from './load-toasts';
import type { Toasts, WithToasts } from './use-feedback';

/** Keeps what was said until the code of toasts is loaded and rendered. */
export class ToastQueue {
  private toasts: Toasts | undefined;
  private waiting: ((toasts: Toasts) => void)[] = [];
  private code: 'absent' | 'loading' | 'loaded' = 'absent';
  private readonly listeners = new Set<() => void>();

  readonly isLoaded = (): boolean => this.code === 'loaded';

  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly withToasts: WithToasts = (show) => {
    if (this.toasts) return show(this.toasts);
    this.waiting.push(show);
    void this.load();
  };

  readonly onReady = (toasts: Toasts): void => {
    this.toasts = toasts;
    for (const show of this.waiting.splice(0)) show(toasts);
  };

  private async load(): Promise<void> {
    if (this.code !== 'absent') return;
    this.code = 'loading';
    try {
      await loadToasts();
      this.code = 'loaded';
      for (const listener of this.listeners) listener();
    } catch {
      // Without a connection there is no code: the next toast tries again, and shows those that wait.
      this.code = 'absent';
    }
  }
}
