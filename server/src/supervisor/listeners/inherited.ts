import { closeSync, readdirSync, readFileSync } from 'node:fs';

/** Linux's O_CLOEXEC, which Node.js sets on every descriptor but does not export. */
const O_CLOEXEC = 0o2000000;
const STANDARD = 2;

function isInherited(fd: number): boolean {
  try {
    const flags = /^flags:\s*([0-7]+)/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8'))?.[1];
    return flags !== undefined && (parseInt(flags, 8) & O_CLOEXEC) === 0;
  } catch {
    // The descriptor by which this folder was listed; it is closed already.
    return false;
  }
}

/**
 * Closes descriptors that were inherited from the program that started the product, such as a terminal's pipe: every
 * program that the product starts, including those of hosts, would inherit them.
 */
export function closeInherited(): void {
  for (const name of readdirSync('/proc/self/fd')) {
    const fd = Number(name);
    if (fd > STANDARD && isInherited(fd)) closeSync(fd);
  }
}
