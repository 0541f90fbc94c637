import type { Fault, HostListRecord } from '@sitedeck/contract';
import { toFault } from '@sitedeck/sdk';

export type HostList =
  /** The first page of a search is loading; `records` belong to the search before. */
  | { readonly is: 'asking'; readonly records: readonly HostListRecord[] }
  | { readonly is: 'failed'; readonly records: readonly HostListRecord[]; readonly fault: Fault }
  | {
      readonly is: 'listed';
      readonly records: readonly HostListRecord[];
      readonly total: number;
      readonly page: number;
      readonly pages: number;
      /** State of the page after the last loaded one. */
      readonly next: 'rest' | 'asked' | 'failed';
    };

export interface HostPage {
  readonly records: readonly HostListRecord[];
  readonly pages: number;
  readonly total: number;
}

/** Requests one page of the hosts that match `text`. */
export type RequestHosts = (text: string, page: number, signal: AbortSignal) => Promise<HostPage>;

export interface HostPager {
  readonly get: () => HostList;
  readonly subscribe: (changed: () => void) => () => void;
  /** Call it on typing: the shown hosts are outdated, and running requests are dropped. */
  readonly expect: () => void;
  /** Begins a search and drops a running one. */
  readonly search: (text: string) => void;
  /** Requests the next page, if there is one and no request is running. */
  readonly more: () => void;
  readonly retry: () => void;
  readonly stop: () => void;
}

/** A host that moved between two pages during loading is shown once. */
function joined(known: readonly HostListRecord[], more: readonly HostListRecord[]): HostListRecord[] {
  const codes = new Set(known.map(({ hostCode }) => hostCode));
  return [...known, ...more.filter(({ hostCode }) => !codes.has(hostCode))];
}

/** The list behind the host selector: one search at a time, page after page. */
export function makeHostPager(ask: RequestHosts): HostPager {
  let list: HostList = { is: 'asking', records: [] };
  let text = '';
  let running = new AbortController();
  const listeners = new Set<() => void>();

  function set(next: HostList): void {
    list = next;
    for (const changed of listeners) changed();
  }

  async function load(page: number): Promise<void> {
    running.abort();
    running = new AbortController();
    const { signal } = running;
    const before = list;
    if (page > 1 && before.is === 'listed') set({ ...before, next: 'asked' });
    else set({ is: 'asking', records: before.records });
    try {
      const { records, pages, total } = await ask(text, page, signal);
      if (signal.aborted) return;
      const known = page > 1 ? before.records : [];
      set({ is: 'listed', records: joined(known, records), total, page, pages, next: 'rest' });
    } catch (error) {
      // A newer search has begun: this reply is outdated.
      if (signal.aborted) return;
      if (page > 1 && before.is === 'listed') set({ ...before, next: 'failed' });
      else set({ is: 'failed', records: [], fault: toFault(error) });
    }
  }

  return {
    get: () => list,
    subscribe: (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    expect: () => {
      running.abort();
      set({ is: 'asking', records: list.records });
    },
    search: (given) => {
      text = given.trim();
      void load(1);
    },
    more: () => {
      if (list.is === 'listed' && list.next === 'rest' && list.page < list.pages) void load(list.page + 1);
    },
    retry: () => void load(list.is === 'listed' ? list.page + 1 : 1),
    stop: () => running.abort(),
  };
}
