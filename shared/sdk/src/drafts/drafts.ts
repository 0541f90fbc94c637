import { kernel } from '../kernel/cell';

/** A form's unsaved input from before the session ended. Never a secret: the browser stores it in clear. */
export interface Draft {
  readonly text: string;
  /** The version of the file that editing began from; empty when there is none. */
  readonly about: string;
}

const PREFIX = 'sitedeck.draft.';

/** Drafts belong to the account that typed them, on its host. Without a host there are none. */
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

/** Names of the signed-in user's drafts that begin with `prefix`. */
export function keptDrafts(prefix: string): string[] {
  const prefixOfHost = place();
  if (prefixOfHost === undefined) return [];
  const keys = tried((storage) => keysIn(storage, prefixOfHost + prefix)) ?? [];
  return keys.map((key) => key.slice(prefixOfHost.length));
}

export function keptDraft(name: string): Draft | undefined {
  const prefixOfHost = place();
  const text = prefixOfHost === undefined ? null : tried((storage) => storage.getItem(prefixOfHost + name));
  return text ? (JSON.parse(text) as Draft) : undefined;
}

/** Returns whether the draft is stored now. */
const keepDraft = (key: string, draft: Draft): boolean =>
  tried((storage) => (storage.setItem(key, JSON.stringify(draft)), true)) ?? false;

export function dropDraft(name: string): void {
  const prefixOfHost = place();
  if (prefixOfHost !== undefined) tried((storage) => storage.removeItem(prefixOfHost + name));
}

/** After the user left on purpose, forms that are still open store nothing. */
let generation = 0;

/** Drops every draft of this tab, of all accounts: the user signs out, or leaves the host on purpose. */
export function dropDrafts(): void {
  generation += 1;
  tried((storage) => keysIn(storage, PREFIX).forEach((key) => storage.removeItem(key)));
}

/**
 * Stores what is typed when the session ends, when the page closes and when `keep` is called, for the signed-in
 * user and the current host. @param current undefined when nothing is unsaved
 */
export function holdDraft(name: string, current: () => Draft | undefined) {
  const prefixOfHost = place();
  const born = generation;
  let safe = false;
  const keep = () => {
    const draft = born === generation ? current() : undefined;
    safe = draft !== undefined && prefixOfHost !== undefined && keepDraft(prefixOfHost + name, draft);
  };
  const forget = kernel().events.on('session-ending', keep);
  addEventListener('pagehide', keep);
  const stop = () => {
    forget();
    removeEventListener('pagehide', keep);
  };
  return { keep, stop, isSafe: () => safe };
}
