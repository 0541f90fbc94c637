import { STATEMENT_TEXTS, type CallReply, type checkImport, type Locale } from '@sitedeck/contract';
import type { DatabaseFacts } from '#sites/host-database';
import { statementsOf, type JudgedStatement } from '#system/mariadb/load/statements';
import {
  readableName,
  isDoubleByte,
  type DumpCharset,
  type DumpEncoding,
} from '#system/mariadb/load/charset';
import { isRefusal, Refusal } from '#faults/refusal';
import { SessionGuess } from '#system/mariadb/load/session-guess';
import { Utf8Evidence } from '#system/mariadb/load/utf8-evidence';
import type { OpenDump } from './dump-file';

type Report = CallReply<typeof checkImport>;

const LIMIT_MS = 20_000;
const SAMPLE = 20;
const TABLES = 1000;
const EXCERPT = 160;
// Each character of a statement is one byte.
const BEYOND_ASCII = /[\x80-\xff]/;

interface ReportRequest {
  readonly dump: OpenDump;
  readonly charset: DumpCharset;
  readonly facts: DatabaseFacts;
  /** Existing tables of the database. */
  readonly known: ReadonlySet<string>;
  readonly locale: Locale;
  /** Version number of the engine that would run the import. */
  readonly engine: number;
  readonly signal: AbortSignal;
  /** Time limit of the check, ms. */
  readonly limitMs?: number;
}

/** Collects what the report says about the statements of a dump. */
class DumpSummary {
  statements = 0;
  refused = 0;
  readonly leftOut = { use: 0, database: 0, definer: 0 };
  readonly sample: Report['refusedSample'] = [];
  readonly tables = new Set<string>();
  charset = '';
  readonly utf8 = new Utf8Evidence();
  /**
   * Whether double-byte characters were read so far: a dump may also mention an encoding in a comment or a
   * text.
   */
  private wasInTwos = false;
  private line = 1;
  private use: string | undefined;

  constructor(
    private readonly locale: Locale,
    readonly session: SessionGuess,
  ) {}

  begin(reading: DumpEncoding): void {
    this.charset = reading.label;
    this.wasInTwos = reading.decoder !== undefined;
    this.session.begin(reading);
  }

  take(judged: JudgedStatement): void {
    const { line, text, judgement } = judged;
    this.statements += 1;
    this.line = line;
    this.wasInTwos ||= this.isInTwos && BEYOND_ASCII.test(text);
    this.session.take(judged);
    if (judgement.is === 'refused') return this.refuse(line, text, judgement.why);
    if (judgement.is === 'run') {
      if (judgement.definer) this.leftOut.definer += 1;
      if (judgement.effect?.is === 'makes table' && this.tables.size < TABLES)
        this.tables.add(readableName(judgement.effect.name, this.session.quoting));
      return;
    }
    if (judgement.what === 'database') this.leftOut.database += 1;
    if (judgement.what !== 'use') return;
    this.leftOut.use += 1;
    if (this.use !== undefined && this.use !== judgement.name) this.refuse(line, text, 'other-database');
    this.use ??= judgement.name;
  }

  private get isInTwos(): boolean {
    return this.session.quoting.pairs !== undefined;
  }

  private get speaksForUtf8(): boolean {
    return isDoubleByte(this.charset) && this.utf8.isLikely;
  }

  /** The more likely encoding, if the bytes suggest another one than they are read in. */
  get likely(): Pick<Report, 'likely'> {
    return this.wasInTwos && this.speaksForUtf8 ? { likely: 'utf8' } : {};
  }

  /**
   * Misread double-byte characters may swallow the end of a name or a text, so that the rest of the dump
   * seems to be missing.
   */
  whyOf(error: unknown): unknown {
    const isCut = isRefusal(error) && error.reason === 'dump-cut';
    const isGarbled = (this.wasInTwos || this.isInTwos) && this.speaksForUtf8;
    if (!isCut || !isGarbled) return error;
    const values = { charset: this.charset, line: this.line };
    return new Refusal('dump-charset', { field: 'charset', values });
  }

  private refuse(line: number, text: string, why: keyof typeof STATEMENT_TEXTS): void {
    this.refused += 1;
    if (this.sample.length >= SAMPLE) return;
    const excerpt = readableName(text.slice(0, EXCERPT), this.session.quoting).replace(/\s+/g, ' ');
    this.sample.push({ line, excerpt, why: STATEMENT_TEXTS[why][this.locale] });
  }
}

async function* watched(source: AsyncIterable<Buffer>, utf8: Utf8Evidence): AsyncGenerator<Buffer, void> {
  for await (const chunk of source) {
    utf8.add(chunk);
    yield chunk;
  }
}

/** Reads the statements of a dump until its end or the time limit. Resolves to whether it reached the end. */
async function count(
  summary: DumpSummary,
  request: ReportRequest,
  onBytes: (count: number) => void,
): Promise<boolean> {
  const { dump, charset, engine, signal, limitMs = LIMIT_MS } = request;
  const { source } = dump;
  const over = new AbortController();
  // Also ends a dump that never completes a statement, or stops sending.
  const timer = setTimeout(() => {
    over.abort();
    source.destroy();
  }, limitMs);
  const until = AbortSignal.any([signal, over.signal]);
  const onEncoding = (reading: DumpEncoding) => summary.begin(reading);
  const quoting = () => summary.session.quoting;
  const reading = {
    source: watched(source, summary.utf8),
    charset,
    engine,
    signal: until,
    onBytes,
    onEncoding,
    quoting,
  };
  try {
    for await (const judged of statementsOf(reading)) {
      summary.take(judged);
      if (over.signal.aborted) return false;
    }
    return true;
  } catch (error) {
    if (!over.signal.aborted || signal.aborted) throw summary.whyOf(error);
    return false;
  } finally {
    clearTimeout(timer);
    source.destroy();
  }
}

/** Reads a dump without running it. Refuses what would make an import fail before its first statement. */
export async function reportImport(request: ReportRequest): Promise<Report> {
  const { dump, facts, known } = request;
  const summary = new DumpSummary(request.locale, new SessionGuess(request.engine));
  let bytes = 0;
  const complete = await count(summary, request, (read) => void (bytes = read));
  const { tables, leftOut, refused, sample, statements } = summary;
  return {
    format: dump.format,
    ...(dump.entry !== undefined && { entry: dump.entry }),
    fileBytes: dump.fileBytes,
    bytes,
    statements,
    charset: summary.charset,
    ...summary.likely,
    tables: [...tables],
    taken: [...tables].filter((name) => known.has(name)).length,
    leftOut,
    refused,
    refusedSample: sample,
    quota: facts.quota,
    used: facts.bytes,
    fitsQuota: facts.quota === null || bytes <= facts.quota,
    complete,
  };
}
