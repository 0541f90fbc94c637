import { readText, readWindow, TEXT_PART_MAX_BYTES, type Fault, type TextEncoding } from '@sitedeck/contract';
import { call, toFault } from '@sitedeck/sdk';
import { useEffect, useState } from 'react';

export interface PreviewText {
  readonly content: string;
  readonly encoding: TextEncoding;
  /** The file is longer than `content`. */
  readonly isCut: boolean;
}

export type LoadedText =
  | { readonly is: 'loading' }
  | { readonly is: 'failed'; readonly fault: Fault }
  | ({ readonly is: 'ready' } & PreviewText);

/** Bytes read of a file that is too large for the editor. */
const BEGINNING = TEXT_PART_MAX_BYTES;

async function read(path: string, encoding: TextEncoding | undefined, signal: AbortSignal) {
  const input = { path, ...(encoding && { encoding }) };
  try {
    const file = await call(readText, { body: input }, { quiet: true, signal });
    return { content: file.content, encoding: file.encoding, isCut: false };
  } catch (error) {
    if (toFault(error).reason !== 'file-too-large') throw error;
    const part = await call(
      readWindow,
      { body: { ...input, offset: 0, bytes: BEGINNING } },
      { quiet: true, signal },
    );
    return { content: part.content, encoding: part.encoding, isCut: part.to < part.size };
  }
}

/** Text of a file; of a large one only the beginning. */
export function usePreviewText(path: string) {
  const [loaded, setLoaded] = useState<LoadedText>({ is: 'loading' });
  const [chosen, setChosen] = useState<{ readonly encoding?: TextEncoding }>({});
  useEffect(() => {
    const stop = new AbortController();
    read(path, chosen.encoding, stop.signal).then(
      (text) => stop.signal.aborted || setLoaded({ is: 'ready', ...text }),
      (error: unknown) => stop.signal.aborted || setLoaded({ is: 'failed', fault: toFault(error) }),
    );
    return () => stop.abort();
  }, [path, chosen]);
  return {
    loaded,
    retry: () => setChosen({}),
    reopen: (encoding: TextEncoding) => setChosen({ encoding }),
  };
}
