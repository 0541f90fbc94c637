import { AddressTally, type AddressCount } from './address-tally';
import { LineParser } from './line-parser';
import { openCurrentLog } from './log-files';
import { readLines } from './read-lines';

/** Bytes at the end of the log that are read: some 20,000 lines. */
const TOP_BYTES = 4 * 1024 * 1024;
const TOP_ADDRESSES = 20;

/** The most requested edge addresses in the newest part of a host's current access log. `folder` is its `logs`. */
export async function readTopAddresses(folder: string, newest = TOP_BYTES): Promise<AddressCount[]> {
  const log = await openCurrentLog(folder);
  if (!log) return [];
  const tally = new AddressTally();
  // A first line that was cut is complete from its time on, or can not be read.
  const parser = new LineParser((line) => tally.add(line));
  const onLine = parser.read.bind(parser);
  try {
    const from = Math.max(0, log.size - newest);
    await readLines(log.handle, { from, limit: log.size - from, final: false, onLine });
  } finally {
    await log.handle.close();
  }
  return tally.top(TOP_ADDRESSES);
}
