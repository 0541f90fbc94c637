import { UrlTally, type UrlCount } from './url-tally';
import { LineParser } from './line-parser';
import { openCurrentLog } from './log-files';
import { readLines } from './read-lines';

/** Bytes at the end of the log that are read: some 20,000 lines. */
const TOP_BYTES = 4 * 1024 * 1024;
const TOP_URLS = 20;

/** The URLs most requested through the edge, from the end of a host's current access log. `folder` is its `logs`. */
export async function readTopUrls(folder: string, newest = TOP_BYTES): Promise<UrlCount[]> {
  const log = await openCurrentLog(folder);
  if (!log) return [];
  const tally = new UrlTally();
  // The first line may be cut: it either still has all fields from its time on, or is not parsed.
  const parser = new LineParser((line) => tally.add(line));
  const onLine = parser.read.bind(parser);
  try {
    const from = Math.max(0, log.size - newest);
    await readLines(log.handle, { from, limit: log.size - from, final: false, onLine });
  } finally {
    await log.handle.close();
  }
  return tally.top(TOP_URLS);
}
