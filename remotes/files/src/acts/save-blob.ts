import { saveFrom } from '@sitedeck/ui/core';

/** Delay before the blob's address is revoked and its memory freed, ms; the download has begun by then. */
const RELEASE_AFTER_MS = 60_000;

export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  saveFrom(url, name);
  setTimeout(() => URL.revokeObjectURL(url), RELEASE_AFTER_MS);
}
