import { kernel } from '../kernel/kernel';

/** What somebody typed before the session ended. Never a secret: the browser keeps it in clear. */
export interface Draft {
  readonly text: string;
  /** What it began from, as the version of a file; empty where there is none. */
  readonly about: string;
}

const PREFIX = 'sitedeck.draft.';

/** Drafts belong to whoever typed them, on the host where they did. Without a host there are none. */
function place(): string | undefined {
  const { host } = kernel().store.getState().host;
  return host ? `${PREFIX}${host.hostService.hostCode}.${host.operatorType}.${host.operator}:` : undefined;
}

/** Storage may be forbidden, or full. */
function tried<Value>(run: (storage: Storage) => Value): Value | undefined {
  try {
    return run(sessionStorage);
  } catch {
    return undefined;
  }
}

const keysIn = (storage: Storage, prefix: string): string[] =>
  Object.keys(storage).filter((key) => key.startsWith(prefix));

/** Names of the drafts that begin with `prefix`, of whoever is signed in. */
export function keptDrafts(prefix: string): string[] {
  const here = place();
  if (here === undefined) return [];
  const keys = tried((storage) => keysIn(storage, here + prefix)) ?? [];
  return keys.map((key) => key.slice(here.length));
}

export function keptDraft(name: string): Draft | undefined {
  const here = place();
  const text = here === undefined ? null : tried((storage) => storage.getItem(here + name));
  return text ? (JSON.parse(text) as Draft) : undefined;
}

/** Whether it is kept now. */
const keepDraft = (key: string, draft: Draft): boolean =>
  tried((storage) => (storage.setItem(key, JSON.stringify(draft)), true)) ?? false;

export function dropDraft(name: string): void {
  const here = place();
  if (here !== undefined) tried((storage) => storage.removeItem(here + name));
}

/** Forms that were there when somebody left on purpose keep nothing any more. */
let generation = 0;

/** Every draft of this tab, whoever typed it: somebody signs out, or leaves the host on purpose. */
export function dropDrafts(): void {
  generation += 1;
  tried((storage) => keysIn(storage, PREFIX).forEach((key) => storage.removeItem(key)));
}

/**
 * Keeps what is typed the moment the session ends or the page goes, and when `keep` is called, for whoever is signed in
 * on the host now.
 * @param current undefined where nothing is unsaved
 */
export function holdDraft(name: string, current: () => Draft | undefined) {
  const here = place();
  const born = generation;
  let safe = false;
  const keep = () => {
    const draft = born === generation ? current() : undefined;
    safe = draft !== undefined && here !== undefined && keepDraft(here + name, draft);
  };
  const forget = kernel().events.on('session-ending', keep);
  addEventListener('pagehide', keep);
  const stop = () => {
    forget();
    removeEventListener('pagehide', keep);
  };
  return { keep, stop, isSafe: () => safe };
}
