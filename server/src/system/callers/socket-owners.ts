import { createReadStream } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeBatches, type BatchItem } from '#system/concurrency/batches';
import { keysOf, readRow, TCP_TABLES, type TcpConnection } from './tcp-tables';

/** Finds the uid that owns the peer's socket; undefined if no process holds such a socket on this machine. */
export type OwnerOf = (connection: TcpConnection) => Promise<number | undefined>;

type Item = BatchItem<TcpConnection, number | undefined>;

export type ReadTable = (table: string) => AsyncIterable<string>;

const fromKernel: ReadTable = (table) => createReadStream(table, { encoding: 'latin1' });

/** Resolves the items whose rows it finds, and removes them from the open ones. */
async function findRows(
  chunks: AsyncIterable<string>,
  wanted: ReadonlyMap<string, Item>,
  open: Set<Item>,
): Promise<void> {
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const found = readRow(line, (key) => wanted.has(key));
      const item = found && wanted.get(found.key);
      if (!item) continue;
      item.resolve(found.uid);
      open.delete(item);
    }
    if (open.size === 0) return;
  }
}

/** A long table is not read in one step, and a row can be missed while others before it go. */
const READS = 2;

async function settle(batch: readonly Item[], read: ReadTable): Promise<void> {
  const open = new Set(batch);
  // Of two with the same addresses only the later one is still a connection: the former stays without an owner.
  const wanted = new Map(batch.flatMap((item) => keysOf(item.item).map((key) => [key, item] as const)));
  for (let reads = 0; reads < READS; reads++)
    for (const table of TCP_TABLES) {
      if (open.size === 0) return;
      // A machine without IPv6 has no second table. What can't be read shows no owner.
      await findRows(read(table), wanted, open).catch(() => undefined);
    }
  for (const { resolve } of open) resolve(undefined);
}

/**
 * Looks owners up in the kernel's tables, which cost more the more connections the machine has. All connections that
 * come during a read share the next one, and the pause after a read lasts as long as the read.
 */
export function makeOwnerOf(read = fromKernel): OwnerOf {
  const findOwner = makeBatches<'tables', TcpConnection, number | undefined>(async (_tables, batch) => {
    const began = performance.now();
    await settle(batch, read);
    await sleep(performance.now() - began, undefined, { ref: false });
  });
  return (connection) => findOwner('tables', connection);
}
