import { readText, type CallReply, type Fault, type TextEncoding } from '@sitedeck/contract';
import { call, toFault } from '@sitedeck/sdk';
import { useEffect, useRef, useState } from 'react';
import { filesApi } from '../files.api';
import type { Charset } from './file-format';

export type TextFile = CallReply<typeof readText>;

export type OpenedFile =
  | { readonly is: 'loading' }
  | { readonly is: 'failed'; readonly fault: Fault }
  /** Too large for the editor: read part by part. */
  | { readonly is: 'large' }
  | { readonly is: 'open'; readonly file: TextFile };

export type SaveOutcome =
  | { readonly is: 'saved' }
  /** Somebody changed the file after it was opened. */
  | { readonly is: 'conflict' }
  | { readonly is: 'failed'; readonly fault: Fault };

/** Reads the complete text of a file. The caller shows a fault. */
export const fetchText = (path: string, encoding?: TextEncoding, signal?: AbortSignal): Promise<TextFile> =>
  call(
    readText,
    { body: { path, ...(encoding && { encoding }) } },
    { quiet: true, ...(signal && { signal }) },
  );

/**
 * A text file on the server. Saving replaces only the version that was read, unless forced. @param began the
 * version that a restored draft is based on
 */
export function useTextFile(path: string, began?: string) {
  const [opened, setOpened] = useState<OpenedFile>({ is: 'loading' });
  const [write] = filesApi.useWriteTextMutation();
  const [attempt, setAttempt] = useState(0);
  const [round, setRound] = useState(0);
  // Each save makes a new version; the first content read stays the editor's start.
  const version = useRef<string>(undefined);
  const start = useRef(began);

  useEffect(() => {
    const stop = new AbortController();
    fetchText(path, undefined, stop.signal)
      .then((file) => {
        version.current = start.current ?? file.version;
        setOpened({ is: 'open', file });
      })
      .catch((error: unknown) => {
        if (stop.signal.aborted) return;
        const fault = toFault(error);
        setOpened(fault.reason === 'file-too-large' ? { is: 'large' } : { is: 'failed', fault });
      });
    return () => stop.abort();
  }, [path, attempt]);

  const save = async (content: string, charset: Charset, force: boolean): Promise<SaveOutcome> => {
    const { encoding, bom } = charset;
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

  return {
    opened,
    round,
    save,
    version: () => version.current,
    /** Sets the version that the next save replaces. */
    goesOver: (seen: string) => {
      version.current = seen;
    },
    /** Replaces the edited text with what was read. */
    take: (file: TextFile) => {
      start.current = undefined;
      version.current = file.version;
      setRound((before) => before + 1);
      setOpened({ is: 'open', file });
    },
    /** Reads the file again and drops unsaved text. */
    reload: () => {
      start.current = undefined;
      setOpened({ is: 'loading' });
      setAttempt((before) => before + 1);
    },
  };
}
