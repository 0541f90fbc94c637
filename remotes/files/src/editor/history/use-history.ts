import {
  listVersions,
  readVersion,
  removeVersions,
  restoreVersions,
  type Fault,
  type FileVersion,
} from '@sitedeck/contract';
import { call, kernel, toFault } from '@sitedeck/sdk';
import { useCallback, useEffect, useState } from 'react';
import { folderChanged } from '../../files.api';
import { parentOf } from '../../paths';
import { fetchText, type TextFile } from '../use-text-file';

type Versions =
  | { readonly is: 'loading' }
  | { readonly is: 'failed'; readonly fault: Fault }
  | { readonly is: 'ready'; readonly versions: readonly FileVersion[] };

type Comparison =
  | { readonly is: 'none' }
  | { readonly is: 'loading' }
  /** One of the two is not text. */
  | { readonly is: 'failed'; readonly of: 'old' | 'now'; readonly fault: Fault }
  /** `same`: a restore would change no byte. */
  | { readonly is: 'ready'; readonly old: string; readonly now: TextFile; readonly same: boolean };

export type RemovalResult =
  | { readonly is: 'failed'; readonly message: string }
  | { readonly is: 'done'; readonly removed: number; readonly bytes: number };

type RestoreResult =
  | { readonly is: 'failed'; readonly message: string }
  /** `kept` is the version id of the replaced content, for undo. */
  | { readonly is: 'done'; readonly kept: string | undefined };

/** Earlier versions of one file, and the comparison of one with the current content. */
export function useHistory(path: string, onChanged: () => void) {
  const [list, setList] = useState<Versions>({ is: 'loading' });
  const [round, setRound] = useState(0);
  const [chosen, choose] = useState<FileVersion>();
  const [compared, setCompared] = useState<Comparison>({ is: 'none' });

  useEffect(() => {
    const stop = new AbortController();
    call(listVersions, { body: { path } }, { signal: stop.signal, quiet: true }).then(
      ({ versions }) => setList({ is: 'ready', versions }),
      (error: unknown) => stop.signal.aborted || setList({ is: 'failed', fault: toFault(error) }),
    );
    return () => stop.abort();
  }, [path, round]);

  const id = chosen?.id;
  useEffect(() => {
    if (id === undefined) return;
    const stop = new AbortController();
    void compare({ path, id, signal: stop.signal }).then((result) => {
      if (!stop.signal.aborted) setCompared(result);
    });
    return () => stop.abort();
  }, [path, id, round]);

  /** Restores a version. */
  const restore = useCallback(
    async (version: string): Promise<RestoreResult> => {
      const body = { files: [{ path, id: version }] };
      const reply = await call(restoreVersions, { body }, { quiet: true }).catch(toFault);
      const fault = 'done' in reply ? reply.failed[0]?.fault : reply;
      if (fault) return { is: 'failed', message: fault.message };
      kernel().store.dispatch(folderChanged(parentOf(path)));
      setRound((before) => before + 1);
      onChanged();
      return { is: 'done', kept: 'done' in reply ? reply.done[0]?.kept : undefined };
    },
    [path, onChanged],
  );

  /** Deletes one version, or all, permanently. */
  const remove = async (version: FileVersion | undefined): Promise<RemovalResult> => {
    const body = { path, ...(version && { ids: [version.id] }) };
    const reply = await call(removeVersions, { body }, { quiet: true }).catch(toFault);
    if (!('removed' in reply)) return { is: 'failed', message: reply.message };
    choose(undefined);
    setCompared({ is: 'none' });
    setRound((before) => before + 1);
    return { is: 'done', ...reply };
  };

  return {
    list,
    remove,
    chosen,
    compared,
    /** A restore of the chosen version would change nothing. */
    isSame: compared.is === 'ready' && compared.same,
    choose: (version: FileVersion) => {
      if (version.id === id) return;
      setCompared({ is: 'loading' });
      choose(version);
    },
    retry: () => {
      setList({ is: 'loading' });
      setRound((before) => before + 1);
    },
    restore,
  };
}

interface VersionRequest {
  readonly path: string;
  readonly id: string;
  readonly signal: AbortSignal;
}

async function compare({ path, id, signal }: VersionRequest): Promise<Comparison> {
  const failed = (of: 'old' | 'now') => (error: unknown) =>
    ({ is: 'failed', of, fault: toFault(error) }) as const;
  const now = await fetchText(path, undefined, signal).catch(failed('now'));
  if ('is' in now) return now;
  // Uses the current file's encoding: detection could choose another one for the older text.
  const read = (encoding?: TextFile['encoding']) =>
    call(readVersion, { body: { path, id, ...(encoding && { encoding }) } }, { signal, quiet: true });
  const old = await read(now.encoding)
    .catch(() => read())
    .catch(failed('old'));
  if ('is' in old) return old;
  const same = old.content === now.content && old.encoding === now.encoding && old.bom === now.bom;
  return { is: 'ready', old: old.content, now, same };
}
