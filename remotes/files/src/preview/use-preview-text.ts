import { readText, readWindow, type Fault, type TextEncoding } from '@sitedeck/contract';
import { call, toFault } from '@sitedeck/sdk';
import { useEffect, useState } from 'react';

export interface PreviewText {
  readonly content: string;
  readonly encoding: TextEncoding;
  /** There is more than what is here. */
  readonly isCut: boolean;
}

export type LoadedText =
  | { readonly is: 'loading' }
  | { readonly is: 'failed'; readonly fault: Fault }
  | ({ readonly is: 'ready' } & PreviewText);

/** Of a file beyond the editor's limit only this much of the beginning is read, bytes. */
const BEGINNING = 1024 * 1024;

async function read(path: string, encoding: TextEncoding | undefined, signal: AbortSignal) {
  const asked = { path, ...(encoding && { encoding }) };
  try {
    const file = await call(readText, { body: asked }, { quiet: true, signal });
    return { content: file.content, encoding: file.encoding, isCut: false };
  } catch (error) {
    if (toFault(error).reason !== 'file-too-large') throw error;
    const part = await call(
      readWindow,
      { body: { ...asked, offset: 0, bytes: BEGINNING } },
      { quiet: true, signal },
    );
    return { content: part.content, encoding: part.encoding, isCut: part.to < part.size };
  }
}

/** Text of a file, of a large one its beginning. */
export function usePreviewText(path: string) {
  const [loaded, setLoaded] = useState<LoadedText>({ is: 'loading' });
  const [asked, setAsked] = useState<{ readonly encoding?: TextEncoding }>({});
  useEffect(() => {
    const stop = new AbortController();
    read(path, asked.encoding, stop.signal).then(
      (text) => stop.signal.aborted || setLoaded({ is: 'ready', ...text }),
      (error: unknown) => stop.signal.aborted || setLoaded({ is: 'failed', fault: toFault(error) }),
    );
    return () => stop.abort();
  }, [path, asked]);
  return {
    loaded,
    retry: () => setAsked({}),
    reopen: (encoding: TextEncoding) => setAsked({ encoding }),
  };
}
