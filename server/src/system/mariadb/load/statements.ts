import { isUtf8 } from 'node:buffer';
import { Refusal } from '#faults/refusal';
import {
  PEEK_BYTES,
  encodingOf,
  Transcoder,
  withoutBom,
  type DumpCharset,
  type DumpEncoding,
} from './charset';
import { judgeStatement, type Judgement } from './judge/judge';
import type { Quoting } from './syntax/quoting';
import { Splitter } from './syntax/splitter';
import type { Reader } from './syntax/tokens';
import type { EngineVersion } from './syntax/version-comment';
import type { Statement } from './syntax/dump-window';

/** One statement of a dump, and what to do with it. */
export interface JudgedStatement {
  readonly line: number;
  /** One character per byte. */
  readonly text: string;
  readonly judgement: Judgement;
}

export interface DumpSource {
  readonly source: AsyncIterable<Buffer>;
  readonly charset: DumpCharset;
  /** The engine that will run it: comments may apply to some engines only. */
  readonly engine: EngineVersion;
  readonly signal: AbortSignal;
  /** Receives the bytes of SQL read so far. */
  readonly onBytes?: ((bytes: number) => void) | undefined;
  /** Asked after each statement that changes the session. */
  readonly quoting: () => Quoting;
  /** Called once, before the first statement. */
  readonly onEncoding: (reading: DumpEncoding) => void | Promise<void>;
}

const HEADER = /^-- (?:MariaDB|MySQL) dump /m;
const TRAILER = /-- Dump completed/;
const TRAILER_BYTES = 4096;

const cut = (why: 'end' | 'trailer'): Refusal => new Refusal('dump-cut', { values: { why: CUT_WORDS[why] } });
const CUT_WORDS = {
  end: { 'zh-CN': '文件在语句中间结束', 'en-US': 'it ends in the middle of a statement' },
  trailer: { 'zh-CN': '缺少结尾标记', 'en-US': 'its closing line is missing' },
} as const;

/** A dump that begins with the usual program's header must end with its trailer, or it was cut short. */
class TrailerCheck {
  private readonly isNamed: boolean;
  private tail = Buffer.alloc(0);

  constructor(peek: Buffer) {
    const beginning = peek.toString('latin1', 0, TRAILER_BYTES);
    this.isNamed = HEADER.test(beginning);
  }

  add(chunk: Buffer): void {
    if (!this.isNamed) return;
    this.tail =
      chunk.length >= TRAILER_BYTES
        ? Buffer.from(chunk.subarray(-TRAILER_BYTES))
        : Buffer.concat([this.tail, chunk]).subarray(-TRAILER_BYTES);
  }

  check(): void {
    if (this.isNamed && !TRAILER.test(this.tail.toString('latin1'))) throw cut('trailer');
  }
}

/** Reads the first bytes, then yields all of them again. */
async function peeked(source: AsyncIterable<Buffer>) {
  const iterator = source[Symbol.asyncIterator]();
  const first: Buffer[] = [];
  let size = 0;
  while (size < PEEK_BYTES) {
    const next = await iterator.next();
    if (next.done) break;
    first.push(next.value);
    size += next.value.length;
  }
  const peek = Buffer.concat(first);
  async function* all(): AsyncGenerator<Buffer, void> {
    try {
      yield peek;
      for (;;) {
        const next = await iterator.next();
        if (next.done) return;
        yield next.value;
      }
    } finally {
      await iterator.return?.();
    }
  }
  return { peek, all: all() };
}

function judgedOf(
  statement: Statement,
  { strict, ...reader }: Pick<DumpEncoding, 'strict'> & Reader,
): JudgedStatement {
  const { bytes, line } = statement;
  if (strict && !isUtf8(bytes))
    throw new Refusal('dump-charset', { field: 'charset', values: { charset: 'UTF-8', line } });
  const text = bytes.toString('latin1');
  return { line, text, judgement: judgeStatement(text, reader) };
}

/** Whether the next statement may have to be read differently. */
export const setsSession = ({ judgement }: JudgedStatement): boolean =>
  judgement.is === 'run' && judgement.effect?.is === 'session';

/**
 * Statements of a dump in order, each judged. Refuses with `dump-cut`, `dump-charset`, `dump-utf16`, `dump-empty`
 * and `dump-statement-too-long`. Needs as much memory as the longest statement.
 */
export async function* statementsOf(request: DumpSource): AsyncGenerator<JudgedStatement, void> {
  const { peek, all } = await peeked(request.source);
  const reading = encodingOf(peek, request.charset);
  await request.onEncoding(reading);
  const [recoder, splitter, ends] = [
    new Transcoder(reading),
    new Splitter(request.engine),
    new TrailerCheck(peek),
  ];
  let bytes = 0;
  let count = 0;
  function* ready(): Generator<JudgedStatement, void> {
    for (let next = splitter.take(); next; next = splitter.take()) {
      const { strict } = reading;
      const judged = judgedOf(next, { strict, engine: request.engine, quoting: splitter.quoting });
      count += 1;
      yield judged;
      if (setsSession(judged)) splitter.quoting = request.quoting();
    }
  }
  for await (const chunk of all) {
    request.signal.throwIfAborted();
    splitter.push(recoder.take(bytes === 0 ? withoutBom(chunk) : chunk));
    ends.add(chunk);
    bytes += chunk.length;
    yield* ready();
    request.onBytes?.(bytes);
  }
  splitter.push(recoder.end());
  splitter.finish();
  if (splitter.isOpen) throw cut('end');
  yield* ready();
  ends.check();
  if (count === 0) throw new Refusal('dump-empty');
}
