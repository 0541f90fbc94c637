import { readdir } from 'node:fs/promises';
import { HostCode } from '@sitedeck/contract';
import { openCurrentLog } from '#system/access-log/log-files';
import { readLines } from '#system/access-log/read-lines';
import { normalisedPath } from './cached-url';
import type { EdgeCache } from './edge-cache';
import { hostOfEntry } from './edge-folders';

const ERROR_LOG = 'error.log';
/** Bytes of a log that a round reads, and paths that it takes from them. The next broken download is logged again. */
const READ_MAX = 64 * 1024;
const PATHS_MAX = 20;
/** A host whose files keep changing gets no more scans than one in this time, ms. */
const REST_MS = 10_000;

/**
 * What nginx logs when it ends a download because a slice does not fit the slices before it. A visitor's text comes after
 * this part of a line.
 */
const BROKEN =
  /^\S+ \S+ \[error\] \S+ \*\d+ (?:etag mismatch|unexpected status code (?:200|404|410|416)) in slice response .*?, request: "(?:GET|HEAD) (?:https?:\/\/[^/\s]*)?(\/[^\s?#]*)(.?)/i;

type Matches = (path: string) => boolean;

/** Undefined if the line is about something else. */
function brokenPath(line: string): Matches | undefined {
  const [, raw, next] = BROKEN.exec(line) ?? [];
  if (raw === undefined) return undefined;
  // nginx cuts lines after 2 KB.
  if (next !== '') return (path) => path === normalisedPath(raw);
  const start = normalisedPath(raw.replace(/%[0-9a-f]?$/i, ''));
  return (path) => path.startsWith(start);
}

const hostsOf = (entries: readonly string[]): ReadonlySet<HostCode> =>
  new Set(entries.map((name) => HostCode.parse(hostOfEntry(name))));

interface Position {
  readonly inode: string;
  readonly at: number;
}

export interface BrokenSlicesParts {
  /** Folder with the caches of all hosts. */
  readonly folder: string;
  readonly edge: Pick<EdgeCache, 'removePaths'>;
  readonly logFolder: (hostCode: HostCode) => string;
  readonly now: () => number;
}

/**
 * nginx keeps slices of a file that has changed since, and ends each download that needs others too. This finds such
 * downloads in the error logs of hosts, and removes the slices, so that the next download is correct.
 */
export class BrokenSlices {
  private readonly positions = new Map<HostCode, Position>();
  private readonly mendedAt = new Map<HostCode, number>();

  constructor(private readonly parts: BrokenSlicesParts) {}

  /** One round over all hosts with an edge; returns the hosts whose slices were removed. */
  async mend(signal?: AbortSignal): Promise<readonly HostCode[]> {
    const { folder, edge, now } = this.parts;
    const mended: HostCode[] = [];
    const hosts = hostsOf(await readdir(folder).catch(() => []));
    this.forgetAllBut(hosts);
    for (const hostCode of hosts) {
      if (signal?.aborted === true) return mended;
      if (now() < (this.mendedAt.get(hostCode) ?? -Infinity) + REST_MS) continue;
      const broken = await this.newlyBroken(hostCode);
      if (broken.length === 0) continue;
      await edge.removePaths(hostCode, (path) => broken.some((matches) => matches(path)));
      this.mendedAt.set(hostCode, now());
      mended.push(hostCode);
    }
    return mended;
  }

  /** Reads what was logged since the last call; nothing the first time. */
  private async newlyBroken(hostCode: HostCode): Promise<readonly Matches[]> {
    const log = await openCurrentLog(this.parts.logFolder(hostCode), ERROR_LOG);
    if (!log) return [];
    const { handle, inode, size } = log;
    try {
      const known = this.positions.get(hostCode);
      const start = known?.inode === inode && known.at <= size ? known.at : 0;
      const from = Math.max(known ? start : size, size - READ_MAX);
      const found: Matches[] = [];
      // The text may begin inside a line.
      let startsLine = from === start;
      const onLine = (bytes: Buffer, begin: number, end: number) => {
        const matches = startsLine ? brokenPath(bytes.toString('latin1', begin, end)) : undefined;
        if (matches && found.length < PATHS_MAX) found.push(matches);
        startsLine = true;
      };
      const { at } = await readLines(handle, { from, limit: READ_MAX, final: false, onLine });
      this.positions.set(hostCode, { inode, at });
      return found;
    } finally {
      await handle.close();
    }
  }

  private forgetAllBut(hosts: ReadonlySet<HostCode>): void {
    for (const hostCode of this.positions.keys())
      if (!hosts.has(hostCode)) {
        this.positions.delete(hostCode);
        this.mendedAt.delete(hostCode);
      }
  }
}
