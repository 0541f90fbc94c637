import { linkFile, type Fault } from '@sitedeck/contract';
import { call, fileAddress, toFault } from '@sitedeck/sdk';
import { saveFrom } from '@sitedeck/ui/core';
import { useCallback, useEffect, useState } from 'react';
import { nameOf } from '../paths';

export type Link =
  | { readonly is: 'loading' }
  | { readonly is: 'failed'; readonly fault: Fault }
  | { readonly is: 'ready'; readonly url: string };

const addressOf = async (path: string, signal?: AbortSignal): Promise<string> => {
  const { url } = await call(linkFile, { body: { path } }, { quiet: true, ...(signal && { signal }) });
  return fileAddress(url);
};

/** A short-lived address of a file's bytes; `renew` requests another one after it has expired. */
export function useLink(path: string): { readonly link: Link; readonly renew: () => void } {
  const [link, setLink] = useState<Link>({ is: 'loading' });
  const [round, setRound] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    addressOf(path, stop.signal).then(
      (url) => setLink({ is: 'ready', url }),
      (error: unknown) => stop.signal.aborted || setLink({ is: 'failed', fault: toFault(error) }),
    );
    return () => stop.abort();
  }, [path, round]);
  const renew = useCallback(() => setRound((before) => before + 1), []);
  return { link, renew };
}

/** The shell announces a refusal. */
export async function saveFile(path: string): Promise<void> {
  const link = await call(linkFile, { body: { path } }).catch(() => undefined);
  if (link) saveFrom(fileAddress(link.url), nameOf(path));
}
