import type { Db } from '#state/db';
import type { Change } from '#state/live';
import { LiveCache } from '#state/live-cache';
import { readState, type RegistryState } from './registry-state';
import type { RemoteFiles } from './packages/remote-files';

const ALL = 'all';

/** The registry, kept in memory until some process announces a change. */
export class LiveRegistry {
  private readonly cache = new LiveCache<RegistryState>();

  constructor(
    private readonly db: Db,
    private readonly files: RemoteFiles,
  ) {}

  async get(): Promise<RegistryState> {
    const known = this.cache.peek(ALL);
    if (known) return known;
    let passing: RegistryState | undefined;
    const kept = await this.cache.load(ALL, async () => {
      const state = await readState(this.db, this.files);
      if (state.isComplete) return state;
      // Not cached, since no announcement follows when missing files come back.
      passing = state;
      return undefined;
    });
    const state = kept ?? passing;
    if (!state) throw new Error('the registry was not read');
    return state;
  }

  onChange(change: Change): void {
    if (change.is === 'registry') this.cache.forget(ALL);
  }

  onConnected(connected: boolean): void {
    this.cache.setConnected(connected);
  }
}
