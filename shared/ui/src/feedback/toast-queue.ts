import { loadToasts } from './load-toasts';
import type { Toasts, WithToasts } from './use-feedback';

type Holder = Awaited<ReturnType<typeof loadToasts>>;

/** Keeps what was said until the code of toasts is loaded and rendered. */
export class ToastQueue {
  private toasts: Toasts | undefined;
  private waiting: ((toasts: Toasts) => void)[] = [];
  private loaded: Holder | undefined;
  private isLoading = false;
  private readonly listeners = new Set<() => void>();

  /** The component that renders toasts, once it is loaded. */
  readonly holder = (): Holder | undefined => this.loaded;

  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly withToasts: WithToasts = (use) => {
    if (this.toasts) return use(this.toasts);
    this.waiting.push(use);
    void this.load();
  };

  readonly onReady = (toasts: Toasts): void => {
    this.toasts = toasts;
    for (const use of this.waiting.splice(0)) use(toasts);
  };

  private async load(): Promise<void> {
    if (this.isLoading) return;
    this.isLoading = true;
    try {
      this.loaded = await loadToasts();
      for (const listener of this.listeners) listener();
    } catch {
      // Without a connection there is no code: the next toast tries again, and shows those that wait.
      this.isLoading = false;
    }
  }
}
