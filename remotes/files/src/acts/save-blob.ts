/** Lets the browser save what lies behind an address, under the name the answer or `name` gives it. */
export function saveFrom(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.rel = 'noopener';
  // A portal's page is of another origin, where `download` does not count: it must not be left for a file.
  if (link.origin !== location.origin && link.protocol !== 'blob:') link.target = '_blank';
  document.body.append(link);
  link.click();
  link.remove();
}

/** The address of a blob holds its memory; browsers have begun to save long before this, ms. */
const RELEASE_AFTER_MS = 60_000;

export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  saveFrom(url, name);
  setTimeout(() => URL.revokeObjectURL(url), RELEASE_AFTER_MS);
}
