import { downloadBackup, type CallInput } from '@sitedeck/contract';
import { call, kernel } from '@sitedeck/sdk';

/** The page may be of another origin than the server. */
function wholeAddress(url: string): string {
  const base = new URL(kernel().config.apiBase || '/', location.href);
  return new URL(url, base).href;
}

/** Lets the browser save what lies behind an address, under the name that the answer gives it. */
function saveFrom(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.rel = 'noopener';
  // A portal's page is of another origin, where `download` does not count: it must not be left for a file.
  if (link.origin !== location.origin) link.target = '_blank';
  document.body.append(link);
  link.click();
  link.remove();
}

/** A point, or one file or folder of it, straight to the disk. A refusal is announced by the shell. */
export function useDownload(): (body: CallInput<typeof downloadBackup>['body']) => Promise<void> {
  return async (body) => {
    const found = await call(downloadBackup, { body }).catch(() => undefined);
    if (found) saveFrom(wholeAddress(found.url));
  };
}
