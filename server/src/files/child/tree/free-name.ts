import { Refusal } from '#faults/refusal';
import type { Folder, Name } from './walk';

const NAME_MAX = 255;
const TRIES = 10_000;
/** `archive.tar.gz` keeps both of its endings. */
const ENDING = /(?:\.tar)?\.[^.]{1,16}$/;

function split(name: Buffer): { stem: Buffer; ending: Buffer } {
  // Latin-1 maps each byte to one character, so that names that are not UTF-8 stay intact.
  const text = name.toString('latin1');
  const at = ENDING.exec(text)?.index ?? text.length;
  const cut = at === 0 ? name.length : at;
  return { stem: name.subarray(0, cut), ending: name.subarray(cut) };
}

/** Cuts only between characters. */
function shortened(stem: Buffer, bytes: number): Buffer {
  let end = Math.min(stem.length, bytes);
  while (end > 0 && end < stem.length && ((stem[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return stem.subarray(0, end);
}

/** A free name derived from one that exists: `a (2).txt`. */
export function freeName(folder: Folder, taken: Name): Name {
  const { stem, ending } = split(Buffer.from(taken));
  for (let count = 2; count < TRIES; count += 1) {
    const mark = Buffer.from(` (${count})`);
    const room = NAME_MAX - mark.length - ending.length;
    const bytes = Buffer.concat([shortened(stem, room), mark, ending]);
    const name = typeof taken === 'string' ? bytes.toString() : bytes;
    if (!folder.lstat(name)) return name;
  }
  throw new Refusal('already-exists');
}
