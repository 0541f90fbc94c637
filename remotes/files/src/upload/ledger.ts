import type { Fault } from '@sitedeck/contract';
import { makeRateMeter } from './rate-meter';
import type { UploadItem } from './upload-plan';
import { uploadRatio, type FailedFile, type UploadPhase, type UploadSnapshot } from './upload-state';

/** Counts of one upload. Listeners hear of a change at most this often, ms; of a new phase at once. */
const TELL_EVERY_MS = 200;

export type Ledger = ReturnType<typeof makeLedger>;

export function makeLedger(folder: string, items: readonly UploadItem[]) {
  const bytesTotal = items.reduce((sum, { blob }) => sum + blob.size, 0);
  const confirmed = new Map<string, number>();
  const inFlight = new Map<symbol, number>();
  const open = new Set(items.map(({ path }) => path));
  const failed: FailedFile[] = [];
  const listeners = new Set<() => void>();
  const meter = makeRateMeter();
  const given = { folder, startedAt: Date.now() };
  let phase: UploadPhase = { is: 'starting' };
  let current: string | undefined;
  let bytes = 0;
  let files = 0;
  let latest = build();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function build(): UploadSnapshot {
    const counts = { files, filesTotal: items.length, bytes, bytesTotal };
    const rate = phase.is === 'reconnecting' ? undefined : meter.rate();
    return {
      ...given,
      phase,
      ...counts,
      ratio: uploadRatio(counts),
      ...(rate !== undefined && { rate }),
      ...(current !== undefined && { current }),
      failed: [...failed],
    };
  }

  function tell() {
    clearTimeout(timer);
    timer = undefined;
    latest = build();
    for (const listener of listeners) listener();
  }

  function changed() {
    meter.add([...inFlight.values()].reduce((sum, sent) => sum + sent, bytes));
    timer ??= setTimeout(tell, TELL_EVERY_MS);
  }

  return {
    snapshot: () => latest,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    enter(next: UploadPhase) {
      if (phase.is === 'ended') return;
      phase = next;
      tell();
    },
    /** Follows one request; `end` forgets its bytes, which count as confirmed or not at all from then on. */
    follow(item: UploadItem) {
      const request = Symbol(item.path);
      current = item.path;
      changed();
      return {
        sent: (sentBytes: number) => {
          inFlight.set(request, sentBytes);
          changed();
        },
        end: () => inFlight.delete(request),
      };
    },
    /** So many bytes of the file are on the server: the truth, which may also go down. */
    confirm(item: UploadItem, confirmedBytes: number) {
      bytes += confirmedBytes - (confirmed.get(item.path) ?? 0);
      confirmed.set(item.path, confirmedBytes);
      changed();
    },
    done(item: UploadItem) {
      if (!open.delete(item.path)) return;
      files += 1;
      this.confirm(item, item.blob.size);
    },
    fail(item: UploadItem, fault: Fault) {
      if (!open.delete(item.path)) return;
      failed.push({ path: item.path, fault });
      changed();
    },
    failedFiles: (): readonly FailedFile[] => failed,
    isOpen: (item: UploadItem) => open.has(item.path),
  };
}
