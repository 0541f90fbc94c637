import {
  REPLACE_FILES_MAX,
  previewReplace,
  replaceInFiles,
  restoreVersions,
  type CallReply,
  type Fault,
} from '@sitedeck/contract';
import { call, kernel, toFault } from '@sitedeck/sdk';
import { useEffect, useRef, useState } from 'react';
import { foldersChanged } from '../files.api';
import type { SearchRequest } from './search-request';
import type { SearchFindings } from './use-search';

type Preview = CallReply<typeof previewReplace>;
type ReplaceReply = CallReply<typeof replaceInFiles>;
export type PreviewFile = Preview['files'][number];
export type FailedFile = ReplaceReply['failed'][number];

/** A search and its replacement. */
interface Change {
  readonly request: SearchRequest;
  readonly replacement: string;
}

export type ReplaceState =
  | { readonly is: 'off' }
  | { readonly is: 'busy'; readonly with: 'preview' | 'apply' | 'undo'; readonly share: number }
  | ({ readonly is: 'preview'; readonly files: readonly PreviewFile[] } & Change & Failures)
  | { readonly is: 'failed'; readonly fault: Fault }
  /** `kept` of a file is the version that brings it back. */
  | ({ readonly is: 'applied'; readonly done: ReplaceReply['done'] } & Failures)
  | ({ readonly is: 'undone'; readonly count: number } & Failures);

interface Failures {
  readonly failed: readonly FailedFile[];
}

const textOf = ({ request: { text, regex, matchCase, wholeWord }, replacement }: Change) => ({
  text,
  regex,
  matchCase,
  wholeWord,
  replacement,
});

/** Splits the items into as many calls as needed, one after another. */
async function inParts<Item, Part>(
  items: readonly Item[],
  ask: (part: readonly Item[]) => Promise<Part>,
  tell: (share: number) => void,
): Promise<Part[]> {
  const parts: Part[] = [];
  for (let from = 0; from < items.length; from += REPLACE_FILES_MAX) {
    tell(from / items.length);
    parts.push(await ask(items.slice(from, from + REPLACE_FILES_MAX)));
  }
  return parts;
}

interface ReplaceRequest {
  readonly change: Change;
  readonly files: readonly PreviewFile[];
}

/** If a call fails after others succeeded, its files stay unchanged; the others can still be undone. */
async function replaceAll(
  { change, files }: ReplaceRequest,
  changed: (done: ReplaceReply['done']) => void,
  tell: (share: number) => void,
): Promise<ReplaceState> {
  const done: ReplaceReply['done'] = [];
  const failed: FailedFile[] = [];
  const ask = async (some: readonly PreviewFile[]) => {
    const named = some.map(({ path, version }) => ({ path, version }));
    const body = { ...textOf(change), files: named };
    const reply = await call(replaceInFiles, { body }, { quiet: true });
    done.push(...reply.done);
    failed.push(...reply.failed);
    changed(reply.done);
  };
  try {
    await inParts(files, ask, tell);
  } catch (error) {
    if (done.length === 0) throw error;
    const fault = toFault(error);
    const reported = new Set([...done, ...failed].map(({ path }) => path));
    failed.push(...files.filter(({ path }) => !reported.has(path)).map(({ path }) => ({ path, fault })));
  }
  return { is: 'applied', done, failed };
}

/**
 * Replaces what a search found: previews first, changes a file only if it still is as previewed, and undoes
 * from its version only if the file has not changed since. @param onChanged gets the paths whose content
 * changed
 */
export function useReplace(onChanged: (paths: readonly string[]) => void) {
  const [state, setState] = useState<ReplaceState>({ is: 'off' });
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);

  const busy = (what: 'preview' | 'apply' | 'undo') => (share: number) =>
    setState({ is: 'busy', with: what, share });
  /** Runs one step and shows its fault if the call fails. */
  const attempt = async (run: (signal: AbortSignal) => Promise<ReplaceState>) => {
    stop.current?.abort();
    const mine = new AbortController();
    stop.current = mine;
    const next = await run(mine.signal).catch((error: unknown) => ({
      is: 'failed' as const,
      fault: toFault(error),
    }));
    if (!mine.signal.aborted) setState(next);
  };
  const changed = (done: readonly { readonly path: string }[]) => {
    if (done.length === 0) return;
    kernel().store.dispatch(foldersChanged());
    onChanged(done.map(({ path }) => path));
  };

  const preview = (found: SearchFindings, replacement: string) =>
    attempt(async (signal) => {
      const change = { request: found.request, replacement };
      const all = found.files.map(({ entry }) => entry.path);
      const ask = (paths: readonly string[]) =>
        call(previewReplace, { body: { ...textOf(change), paths: [...paths] } }, { quiet: true, signal });
      const parts = await inParts(all, ask, busy('preview'));
      const files = parts.flatMap((part) => part.files).filter(({ changes }) => changes > 0);
      return { is: 'preview', ...change, files, failed: parts.flatMap(({ failed }) => failed) };
    });

  /** Not aborted when the user leaves: the page must know which files were changed. */
  const apply = (paths: ReadonlySet<string>) => {
    if (state.is !== 'preview') return;
    const { files, ...change } = state;
    const chosen = files.filter(({ path }) => paths.has(path));
    return attempt(() => replaceAll({ change, files: chosen }, changed, busy('apply')));
  };

  const undo = () => {
    if (state.is !== 'applied') return;
    const files = state.done.flatMap(({ path, version, kept }) =>
      kept === undefined ? [] : [{ path, id: kept, version }],
    );
    return attempt(async () => {
      const ask = async (some: readonly (typeof files)[number][]) => {
        const reply = await call(restoreVersions, { body: { files: [...some] } }, { quiet: true });
        changed(reply.done);
        return reply;
      };
      const parts = await inParts(files, ask, busy('undo'));
      return {
        is: 'undone',
        count: parts.reduce((sum, { done }) => sum + done.length, 0),
        failed: parts.flatMap(({ failed }) => failed),
      };
    });
  };

  return {
    state,
    preview: (found: SearchFindings, replacement: string) => void preview(found, replacement),
    apply: (paths: ReadonlySet<string>) => void apply(paths),
    undo: () => void undo(),
    leave: () => {
      stop.current?.abort();
      setState({ is: 'off' });
    },
  };
}
