import { saveFrom } from '@sitedeck/ui/core';

/** Saves a text as a file on the user's device. */
export function saveText(name: string, content: string, type: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  saveFrom(address, name);
  // The download has started by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
