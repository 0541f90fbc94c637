import { closeSync, readdirSync, readFileSync } from 'node:fs';

/** Linux: the descriptor ends with the program that opened it. Node opens everything so; Node does not name it. */
const O_CLOEXEC = 0o2000000;
const STANDARD = 2;

function isInherited(fd: number): boolean {
  try {
    const flags = /^flags:\s*([0-7]+)/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8'))?.[1];
    return flags !== undefined && (parseInt(flags, 8) & O_CLOEXEC) === 0;
  } catch {
    // That of the listing itself, which is closed again.
    return false;
  }
}

/**
 * Closes what whoever started us left open (a terminal's pipe, an editor's socket): from here it would go on to every
 * program we start, those of the hosts too.
 */
export function closeInherited(): void {
  for (const name of readdirSync('/proc/self/fd')) {
    const fd = Number(name);
    if (fd > STANDARD && isInherited(fd)) closeSync(fd);
  }
}
