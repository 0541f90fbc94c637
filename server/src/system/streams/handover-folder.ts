import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** Every user may enter it but not list it; each socket in it belongs to one user. */
const MODE = 0o711;

/** Folder of the sockets on which bytes are handed over to the child of one host, which sees no other host's. */
export const handoverFolder = (handover: string, hostCode: string): string => join(handover, hostCode);

/** Creates it unless it exists: a child's cage shows the folder, so it is never replaced while a child may run. */
export function ensureHandoverFolder(folder: string): void {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, MODE);
}
