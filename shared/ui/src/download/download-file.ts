import { linkFile } from '@sitedeck/contract';
import { call, fileAddress } from '@sitedeck/sdk';

/** Makes the browser download an address, under the name of the response or `name`. */
export function saveFrom(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.rel = 'noopener';
  // Browsers ignore `download` for another origin, as in a portal: a new tab keeps the portal's page open.
  if (link.origin !== location.origin && link.protocol !== 'blob:') link.target = '_blank';
  document.body.append(link);
  link.click();
  link.remove();
}

/** Downloads a file of the host by a short-lived address. The shell announces a refusal. */
export async function downloadFile(path: string): Promise<void> {
  const link = await call(linkFile, { body: { path } }).catch(() => undefined);
  if (link) saveFrom(fileAddress(link.url), path.slice(path.lastIndexOf('/') + 1));
}
