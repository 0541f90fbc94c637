import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SCAN_FINDINGS_MAX, type ScanFinding, type ScanVerdict } from '@sitedeck/contract';
import type { Cages } from '#system/cage/engine';
import type { HostShare } from '#system/cage/shares/shares';
import { findProgram } from '#system/process/exec';
import { scannerIdentity, type Isolation } from '#system/process/identity';
import { Analyser } from './analyser';
import { excerptAround, lineAt } from './excerpt';
import { matchRules, type RuleMatch } from './yara';

/** A file to judge. */
export interface ScanFile {
  /** Path in the site: its ending says how a server would treat it. */
  readonly name: string;
  /** Content, or its first part. */
  readonly bytes: Buffer;
  /** Of the complete file. */
  readonly size: number;
}

export interface ScannerParts {
  /** Folder of root's for the files of a batch. It is emptied. */
  readonly folder: string;
  /** Path of the scanner's bundle, and of the rules; the scanner's uid can read both. */
  readonly script: string;
  readonly rules: string;
  readonly isolation: Isolation;
  readonly cages: Cages;
  /** Limits memory and processor time of the scanner. */
  readonly share?: HostShare;
  /** Processor time for one file, ms; two seconds if left out. */
  readonly fileMs?: number;
  /** Name of the rule engine's program, for tests of machines without it. */
  readonly yara?: string;
}

export interface Scanner {
  /** `missing`: YARA is not installed; files are judged by the analysis alone. */
  readonly rules: 'on' | 'missing';
  /** Verdicts in the order of the files. Batches run one after another. */
  readonly scan: (files: readonly ScanFile[], signal: AbortSignal) => Promise<readonly ScanVerdict[]>;
  /** Process of the analysis, while it runs. */
  readonly pid: number | undefined;
  close(): Promise<void>;
}

const FILE_MS = 2000;
const CRASHED: ScanVerdict = { is: 'unknown', why: 'crashed' };

const rank: Readonly<Record<ScanFinding['severity'], number>> = { high: 0, suspicious: 1, notice: 2 };

/**
 * Adds what the rules found to a verdict, undefined if they did not finish. A rule never makes a file clean, and no file
 * is clean without them.
 */
function withRules(
  verdict: ScanVerdict,
  file: ScanFile,
  matches: readonly RuleMatch[] | undefined,
): ScanVerdict {
  if (!matches) return verdict.is === 'clean' ? CRASHED : verdict;
  if (matches.length === 0) return verdict;
  const own = matches.map(({ rule, severity, technique, offset }): ScanFinding => {
    const line = lineAt(file.bytes, offset);
    const excerpt = excerptAround(file.bytes, line);
    return {
      severity,
      technique,
      rule,
      confidence: 75,
      line,
      steps: [{ kind: 'rule', line, detail: rule }],
      excerpt,
    };
  });
  const found = verdict.is === 'found' ? verdict.findings : [];
  const findings = [...found, ...own].toSorted((one, other) => rank[one.severity] - rank[other.severity]);
  return { is: 'found', findings: findings.slice(0, SCAN_FINDINGS_MAX) };
}

/**
 * Starts the scanner of a node: files are judged in a cage of their own, by rules and by following their data. It gets
 * copies, since tenants' files may be closed to its uid.
 */
export async function openScanner(parts: ScannerParts): Promise<Scanner> {
  const { folder, script, cages, isolation, share } = parts;
  const program = await findProgram(parts.yara ?? 'yara');
  const cage = cages.is === 'on' ? { engine: cages.engine, share } : undefined;
  const shared = { identity: scannerIdentity(isolation), cage, folder };
  const empty = async () => {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o755 });
  };
  await empty();
  const analyser = new Analyser({ ...shared, script, fileMs: parts.fileMs ?? FILE_MS });
  let last: Promise<unknown> = Promise.resolve();

  /** The cage keeps the folder as it was mounted, so its files are removed, not the folder. */
  const path = (at: number) => join(folder, String(at));

  async function judge(files: readonly ScanFile[], signal: AbortSignal): Promise<readonly ScanVerdict[]> {
    signal.throwIfAborted();
    try {
      for (const [at, { bytes }] of files.entries()) await writeFile(path(at), bytes, { mode: 0o444 });
      const requests = files.map(({ name, size }, file) => ({ file, name, size }));
      const [verdicts, matches] = await Promise.all([
        analyser.judge(requests, signal),
        program === undefined ? [] : matchRules({ ...shared, program, rules: parts.rules }, signal),
      ]);
      const byFile = new Map<number, RuleMatch[]>();
      for (const match of matches ?? []) byFile.set(match.file, [...(byFile.get(match.file) ?? []), match]);
      return files.map((file, at) =>
        withRules(verdicts[at] ?? CRASHED, file, matches && (byFile.get(at) ?? [])),
      );
    } finally {
      for (const at of files.keys()) await rm(path(at), { force: true });
    }
  }

  return {
    rules: program === undefined ? 'missing' : 'on',
    scan: (files, signal) => {
      const next = last.then(() => judge(files, signal));
      last = next.catch(() => undefined);
      return next;
    },
    get pid() {
      return analyser.pid;
    },
    close: async () => {
      analyser.stop();
      await last;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
