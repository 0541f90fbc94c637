import { checkedName, DEPTH_MAX } from '../tree/site-path';
import { nameFromBytes, type Folder, type LocatedEntry, type Name, walk } from '../tree/walk';
import { Refusal } from '#faults/refusal';

/** Components of a path whose characters are bytes. */
export function partsOfRaw(path: string): readonly Name[] {
  const parts = path.split('/').filter((part) => part !== '');
  if (parts.length > DEPTH_MAX) throw new Refusal('bad-path');
  return parts.map((part) => nameFromBytes(Buffer.from(checkedName(part), 'latin1')));
}

const bytesOf = (name: Name): string => Buffer.from(name).toString('latin1');

export const rawPathOf = (parts: readonly Name[]): string => `/${parts.map(bytesOf).join('/')}`;

/** Opens the parent folder of an entry. The entry need not exist. */
export function locateRaw(root: Folder, path: string): Omit<LocatedEntry, 'name'> & { readonly name: Name } {
  const parts = partsOfRaw(path);
  const name = parts.at(-1);
  if (name === undefined) throw new Refusal('root-closed');
  const folder = walk(root, parts.slice(0, -1));
  return { folder, name, [Symbol.dispose]: () => folder[Symbol.dispose]() };
}
