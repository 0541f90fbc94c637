import type { CallReply, CallRequest, readErrorLog } from '@sitedeck/contract';
import type { HostFacts } from '#sites/host-scope';

type Wish = CallRequest<typeof readErrorLog>['body'];
type Reply = CallReply<typeof readErrorLog>;

/** Part of a log, every byte a character, so that what is shown and what is counted is the same. */
export interface LogWindow {
  readonly bytes: string;
  readonly from: number;
  readonly size: number;
}

/**
 * Whole lines of a log of a host from an offset on, at most so many bytes; negative: from its end. Undefined: the log
 * has no such place. Paths of the machine are hidden by `tidy`.
 */
export interface ReadLogWindow {
  readonly window: (
    host: HostFacts,
    wish: { readonly log: Wish['log']; readonly offset: number; readonly bytes: number },
  ) => Promise<LogWindow | undefined>;
  /** A line as its owner may read it. */
  readonly tidy: (host: HostFacts, line: string) => string;
}

const BYTES_MAX = 256 * 1024;
const LINES_MAX = 200;

/** Programs write what they like: a line is UTF-8, else GBK, else bytes. */
function decoded(line: string): string {
  const bytes = Buffer.from(line, 'latin1');
  for (const encoding of ['utf-8', 'gbk'])
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      // The next one.
    }
  return line;
}

/** What has come since `from`, or the end: where too much has come, the end of that. */
async function newest(read: ReadLogWindow, host: HostFacts, { log, from }: Wish) {
  const end = () => read.window(host, { log, offset: -BYTES_MAX, bytes: BYTES_MAX });
  const since =
    from === undefined ? undefined : await read.window(host, { log, offset: from, bytes: BYTES_MAX });
  const restarted = from !== undefined && since === undefined;
  const fits = since !== undefined && since.from + since.bytes.length >= since.size;
  const window = fits ? since : ((await end()) ?? { bytes: '', from: 0, size: 0 });
  return { window, restarted, cut: !fits && window.from > (restarted ? 0 : (from ?? 0)) };
}

/** The end of a log, or what has come since. A line that is still being written waits for its end. */
export async function readLogEnd(read: ReadLogWindow, host: HostFacts, wish: Wish): Promise<Reply> {
  const { window, restarted, cut } = await newest(read, host, wish);
  const whole = window.bytes.lastIndexOf('\n') + 1 || (window.bytes.length >= BYTES_MAX ? BYTES_MAX : 0);
  const search = wish.search.toLowerCase();
  const lines = window.bytes
    .slice(0, whole)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => read.tidy(host, decoded(line)))
    .filter((line) => line.toLowerCase().includes(search));
  return {
    lines: lines.slice(-LINES_MAX),
    next: window.from + whole,
    restarted,
    cut: cut || lines.length > LINES_MAX,
  };
}
