import type { FileEntry } from '@sitedeck/contract';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { JsonText } from '#system/streams/json-text';
import type { Folder, Name } from './walk';

/** Entries read between two turns of the event loop. */
const SLICE_ENTRIES = 500;
/** A page that was read ahead expires after this time, ms. */
const AGE_MS = 500;

interface Page {
  readonly folder: Folder;
  readonly names: () => readonly Name[];
  readonly read: (names: readonly Name[], folder: Folder) => readonly FileEntry[];
  readonly textOf: (entries: readonly FileEntry[]) => JsonText;
}

interface Begun {
  readonly key: string;
  readonly at: number;
  readonly stop: AbortController;
  readonly text: Promise<JsonText | undefined>;
}

/** Undefined if the folder is gone: the next page is then read when requested. */
function openAgain(folder: Folder): Folder | undefined {
  try {
    return folder.reopen();
  } catch {
    return undefined;
  }
}

async function readOn(folder: Folder, { names, read, textOf }: Page, signal: AbortSignal): Promise<JsonText> {
  using held = folder;
  // Lets the current page be sent first.
  await nextTurn(undefined, { signal });
  const all = names();
  const entries: FileEntry[] = [];
  for (let from = 0; from < all.length; from += SLICE_ENTRIES) {
    await nextTurn(undefined, { signal });
    entries.push(...read(all.slice(from, from + SLICE_ENTRIES), held));
  }
  return textOf(entries);
}

/**
 * Reads the next page of a long listing while the current one is being sent. Each new listing drops what was read ahead, so
 * that no page is older than the page before it.
 */
export class ReadAhead {
  private begun: Begun | undefined;

  begin(key: string, page: Page): void {
    this.drop();
    const folder = openAgain(page.folder);
    if (!folder) return;
    const stop = new AbortController();
    const text = readOn(folder, page, stop.signal).catch(() => undefined);
    this.begun = { key, at: Date.now(), stop, text };
  }

  /** The page, if it is the one being read ahead. */
  async take(key: string): Promise<JsonText | undefined> {
    const { begun } = this;
    if (begun?.key === key && Date.now() - begun.at < AGE_MS) {
      this.begun = undefined;
      return begun.text;
    }
    this.drop();
    return undefined;
  }

  drop(): void {
    this.begun?.stop.abort();
    this.begun = undefined;
  }
}
