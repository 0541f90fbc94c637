import { readText, type CallReply, type Fault } from '@sitedeck/contract';
import { call, toFault } from '@sitedeck/sdk';
import { useCallback, useEffect, useRef, useState } from 'react';
import { filesApi } from '../files.api';

type TextFile = CallReply<typeof readText>;

export type OpenedFile =
  | { readonly is: 'loading' }
  | { readonly is: 'failed'; readonly fault: Fault }
  | { readonly is: 'open'; readonly file: TextFile };

export type SaveOutcome =
  | { readonly is: 'saved' }
  /** Somebody changed the file after it was opened. */
  | { readonly is: 'conflict' }
  | { readonly is: 'failed'; readonly fault: Fault };

/**
 * A text file on the server: read once, saved only over the version that was read unless `force`.
 * @param began version that the text to be saved began from, where it was read before this page was
 */
export function useTextFile(path: string, began?: string) {
  const [opened, setOpened] = useState<OpenedFile>({ is: 'loading' });
  const [write] = filesApi.useWriteTextMutation();
  const [attempt, setAttempt] = useState(0);
  // Each save makes a new version; what was read stays as the editor's start.
  const version = useRef<string>(undefined);
  const start = useRef(began);

  useEffect(() => {
    const stop = new AbortController();
    call(readText, { body: { path } }, { signal: stop.signal, quiet: true })
      .then((file) => {
        version.current = start.current ?? file.version;
        setOpened({ is: 'open', file });
      })
      .catch((error: unknown) => {
        if (!stop.signal.aborted) setOpened({ is: 'failed', fault: toFault(error) });
      });
    return () => stop.abort();
  }, [path, attempt]);

  const save = async (content: string, force: boolean): Promise<SaveOutcome> => {
    if (opened.is !== 'open') return { is: 'saved' };
    const { encoding, bom } = opened.file;
    const read = version.current;
    const body = { path, content, encoding, bom, ...(!force && read !== undefined && { version: read }) };
    try {
      const saved = await write({ body }).unwrap();
      version.current = saved?.version;
      return { is: 'saved' };
    } catch (error) {
      const fault = toFault(error);
      return fault.reason === 'conflict' ? { is: 'conflict' } : { is: 'failed', fault };
    }
  };

  /** Reads it anew; what was typed is gone. */
  const reload = useCallback(() => {
    start.current = undefined;
    setOpened({ is: 'loading' });
    setAttempt((before) => before + 1);
  }, []);
  return { opened, save, reload, version: () => version.current };
}
