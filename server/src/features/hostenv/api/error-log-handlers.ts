import type { CallReply, CallRequest, consoleCalls, readErrorLog } from '@sitedeck/contract';
import type { Handlers } from '#api/calls/handlers';
import type { HostFacts } from '#sites/host-scope';

type LogRequest = CallRequest<typeof readErrorLog>['body'];
type LogReply = CallReply<typeof readErrorLog>;

/** A section of a log. One character per byte, so that positions in `bytes` are positions in the file. */
export interface LogWindow {
  readonly bytes: string;
  readonly from: number;
  readonly size: number;
}

export interface ReadLogWindow {
  /**
   * Reads complete lines of a host's log, at most `bytes` bytes from `offset`; a negative offset counts from the end.
   * Undefined: the log is shorter than the offset.
   */
  readonly window: (
    host: HostFacts,
    request: { readonly log: LogRequest['log']; readonly offset: number; readonly bytes: number },
  ) => Promise<LogWindow | undefined>;
  /** Replaces paths of this machine in a line by paths that the owner knows. */
  readonly tidy: (host: HostFacts, line: string) => string;
}

export interface ErrorLogParts {
  readonly readLog: ReadLogWindow;
}

const BYTES_MAX = 256 * 1024;
const LINES_MAX = 200;

/** Programs log in any encoding: a line is read as UTF-8, else as GBK, else byte by byte. */
function decoded(line: string): string {
  const bytes = Buffer.from(line, 'latin1');
  for (const encoding of ['utf-8', 'gbk'])
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      // Try the next encoding.
    }
  return line;
}

/** Reads what was written since `from`, or the end of the log if that is too much or `from` is unknown. */
async function newest(read: ReadLogWindow, host: HostFacts, { log, from }: LogRequest) {
  const end = () => read.window(host, { log, offset: -BYTES_MAX, bytes: BYTES_MAX });
  const since =
    from === undefined ? undefined : await read.window(host, { log, offset: from, bytes: BYTES_MAX });
  const restarted = from !== undefined && since === undefined;
  const fits = since !== undefined && since.from + since.bytes.length >= since.size;
  const window = fits ? since : ((await end()) ?? { bytes: '', from: 0, size: 0 });
  return { window, restarted, cut: !fits && window.from > (restarted ? 0 : (from ?? 0)) };
}

/** Reads the end of a log, or what was written since. A line that is still being written is left for the next call. */
async function readLogEnd(read: ReadLogWindow, host: HostFacts, request: LogRequest): Promise<LogReply> {
  const { window, restarted, cut } = await newest(read, host, request);
  const complete = window.bytes.lastIndexOf('\n') + 1 || (window.bytes.length >= BYTES_MAX ? BYTES_MAX : 0);
  const search = request.search.toLowerCase();
  const lines = window.bytes
    .slice(0, complete)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => read.tidy(host, decoded(line)))
    .filter((line) => line.toLowerCase().includes(search));
  return {
    lines: lines.slice(-LINES_MAX),
    next: window.from + complete,
    restarted,
    cut: cut || lines.length > LINES_MAX,
  };
}

export const errorLogHandlers = ({
  readLog,
}: ErrorLogParts): Handlers<Pick<typeof consoleCalls, 'readErrorLog'>> => ({
  readErrorLog: ({ body }, { scope }) => readLogEnd(readLog, scope.host, body),
});
