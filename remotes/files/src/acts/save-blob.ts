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

/** Delay before the blob's address is revoked and its memory freed, ms; the download has begun by then. */
const RELEASE_AFTER_MS = 60_000;

export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  saveFrom(url, name);
  setTimeout(() => URL.revokeObjectURL(url), RELEASE_AFTER_MS);
}
