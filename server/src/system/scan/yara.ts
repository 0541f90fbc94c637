import type { ScanSeverity, ScanTechnique } from '@sitedeck/contract';
import { SCAN_SEVERITIES, SCAN_TECHNIQUES } from '@sitedeck/contract';
import { killGroup } from '#system/process/exec';
import { startInScanCage, type ScanCage } from './cage';

/** A rule that holds for a file, and where. */
export interface RuleMatch {
  readonly file: number;
  readonly rule: string;
  readonly severity: ScanSeverity;
  readonly technique: ScanTechnique;
  /** Position of the first text that it found. */
  readonly offset: number;
}

export interface YaraParts extends ScanCage {
  readonly program: string;
  /** Path of our rules. */
  readonly rules: string;
}

/** Time for all files of a batch: a hundred times what they usually take. */
const BATCH_MS = 120_000;
/** Output that is read: about a hundred thousand matches. */
const OUTPUT_MAX = 16 * 1024 ** 2;

/** A line per rule that holds: `name [tag,tag] /folder/12`, then `0x1f:6:$a` for each text. */
const RULE_LINE = /^([a-z0-9_]{1,64}) \[([a-z_,]{0,200})\] (?:\S*\/)?(\d{1,9})$/;
const TEXT_LINE = /^0x([\da-f]{1,12}):\d+:\$/;

const isOf = <T extends string>(all: readonly T[], value: string | undefined): value is T =>
  value !== undefined && (all as readonly string[]).includes(value);

/** Reads what YARA printed. Lines of another form are left out: it has read hostile files. */
export function readMatches(output: string): readonly RuleMatch[] {
  const matches: RuleMatch[] = [];
  let open: Omit<RuleMatch, 'offset'> | undefined;
  for (const line of output.split('\n')) {
    const [, name, tags, file] = RULE_LINE.exec(line) ?? [];
    const offset = TEXT_LINE.exec(line)?.[1];
    if (name !== undefined) {
      const [severity, technique] = (tags ?? '').split(',').map((tag) => tag.replace(/_/g, '-'));
      open =
        isOf(SCAN_SEVERITIES, severity) && isOf(SCAN_TECHNIQUES, technique)
          ? { file: Number(file), rule: name.replace(/_/g, '-'), severity, technique }
          : undefined;
    } else if (open && offset !== undefined) {
      matches.push({ ...open, offset: Number.parseInt(offset, 16) });
      open = undefined;
    }
  }
  return matches;
}

/** Runs our rules over all files of a batch. Undefined if YARA did not finish. */
export async function matchRules(
  parts: YaraParts,
  signal: AbortSignal,
): Promise<readonly RuleMatch[] | undefined> {
  const { program, rules, folder } = parts;
  const args = [
    '--no-warnings',
    '--print-tags',
    '--print-string-length',
    '--no-follow-symlinks',
    '--threads=1',
  ];
  const child = await startInScanCage(
    parts,
    { file: program, args: [...args, rules, folder] },
    { readable: [rules], stdin: 'ignore' },
  );
  const kill = () => killGroup(child.pid, 'SIGKILL');
  const timer = setTimeout(kill, BATCH_MS);
  signal.addEventListener('abort', kill, { once: true });
  const chunks: Buffer[] = [];
  let size = 0;
  child.stdout?.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= OUTPUT_MAX) chunks.push(chunk);
    else kill();
  });
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', resolve);
  });
  clearTimeout(timer);
  signal.removeEventListener('abort', kill);
  // Any other status: the rules do not compile, or a signal ended YARA, which a cage reports as a status above 128.
  if (code !== 0 || size > OUTPUT_MAX) return undefined;
  return readMatches(Buffer.concat(chunks).toString('latin1'));
}
