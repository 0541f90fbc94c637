import { SCAN_REQUESTS_MAX, type listFindingRequests } from '@sitedeck/contract';
import type { z } from 'zod';
import { openLogs, type OpenLog } from '#system/access-log/log-files';
import { readLines } from '#system/access-log/read-lines';

type RequestList = z.infer<(typeof listFindingRequests)['reply']>;
type FoundRequest = RequestList['requests'][number];

/** Bytes of each log that are searched, from its end. */
const SEARCH_BYTES = 32 * 1024 * 1024;
const DOCUMENT_ROOT = '/wwwroot/';

/** `address - user [time] "request" status bytes "referrer" "agent"`: nginx escapes quotes in what visitors send. */
const LINE = /^(\S+) \S+ \S+ \[([^\]]+)\] "([^"]*)" (\d{3}) \d+ "[^"]*" "([^"]*)"/;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const TIME = /^(\d{2})\/(\w{3})\/(\d{4}):(\d{2}:\d{2}:\d{2}) ([+-]\d{2})(\d{2})$/;

function timeOf(text: string): Date | undefined {
  const [, day, month = '', year, clock, hours, minutes] = TIME.exec(text) ?? [];
  const number = String(MONTHS.indexOf(month) + 1).padStart(2, '0');
  const time = new Date(`${year}-${number}-${day}T${clock}${hours}:${minutes}`);
  return Number.isNaN(time.getTime()) ? undefined : time;
}

/** The path of a request as the file system has it; undefined if it can't be decoded. */
function decodedPath(request: string): string | undefined {
  const [, target = ''] = request.split(' ');
  try {
    return decodeURIComponent(target.split('?', 1)[0] ?? '');
  } catch {
    return undefined;
  }
}

/** `/a.php/more` runs `/a.php`, too. */
const calls = (request: string, url: string): boolean => {
  const path = decodedPath(request);
  return path !== undefined && (path === url || path.startsWith(`${url}/`));
};

/** Keeps the newest requests of a file. */
class RequestSearch {
  readonly found: FoundRequest[] = [];
  oldest: Date | undefined;
  private readonly name: Buffer;

  constructor(private readonly url: string) {
    this.name = Buffer.from(/[\w.-]*$/.exec(url)?.[0] ?? '');
  }

  add(bytes: Buffer): void {
    // Most lines are neither about that name nor encoded, and cost nothing more.
    const mayCall = bytes.includes(this.name) || bytes.includes('%');
    const match = this.oldest === undefined || mayCall ? LINE.exec(bytes.toString('utf8')) : undefined;
    if (!match) return;
    const [, address = '', time = '', request = '', status = '', agent = ''] = match;
    const at = timeOf(time);
    if (!at) return;
    this.oldest ??= at;
    if (!calls(request, this.url)) return;
    this.found.push({ at: at.toISOString(), address, request, status: Number(status), agent });
    if (this.found.length > SCAN_REQUESTS_MAX) this.found.shift();
  }
}

async function searchLog(log: OpenLog, search: RequestSearch): Promise<void> {
  const from = Math.max(0, log.size - SEARCH_BYTES);
  await readLines(log.handle, {
    ...{ from, limit: SEARCH_BYTES, final: true },
    onLine: (bytes, start, end) => search.add(bytes.subarray(start, end)),
  });
}

/**
 * The newest requests that called a file, newest first.
 * @param path from the host's root
 * @param since when the file was last changed
 */
export async function findRequests(
  folder: string,
  { path, since }: { readonly path: string; readonly since: Date },
): Promise<RequestList> {
  if (!path.startsWith(DOCUMENT_ROOT)) return { requests: [], isComplete: true };
  const search = new RequestSearch(path.slice(DOCUMENT_ROOT.length - 1));
  const logs = await openLogs(folder);
  try {
    for (const log of logs.toReversed()) await searchLog(log, search);
  } finally {
    await Promise.all(logs.map(({ handle }) => handle.close()));
  }
  const isComplete = search.oldest !== undefined && search.oldest <= since;
  return { requests: search.found.toReversed(), isComplete };
}
