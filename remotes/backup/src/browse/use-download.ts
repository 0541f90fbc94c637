import { downloadBackup, type CallInput } from '@sitedeck/contract';
import { call, kernel } from '@sitedeck/sdk';

/** Resolves an address against the server, which may be on another origin than the page. */
function absoluteUrl(url: string): string {
  const base = new URL(kernel().config.apiBase || '/', location.href);
  return new URL(url, base).href;
}

/** Makes the browser download an address under the name that the response gives. */
function saveFrom(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.rel = 'noopener';
  // Browsers ignore `download` for another origin, as in a portal: a new tab keeps the portal's page open.
  if (link.origin !== location.origin) link.target = '_blank';
  document.body.append(link);
  link.click();
  link.remove();
}

/** Downloads a point, or one file or folder of it. The shell announces a refusal. */
export function useDownload(): (body: CallInput<typeof downloadBackup>['body']) => Promise<void> {
  return async (body) => {
    const reply = await call(downloadBackup, { body }).catch(() => undefined);
    if (reply) saveFrom(absoluteUrl(reply.url));
  };
}
