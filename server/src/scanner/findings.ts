import {
  SCAN_CODE_MAX,
  SCAN_FINDINGS_MAX,
  SCAN_SEVERITIES,
  type ScanFinding,
  type ScanStep,
} from '@sitedeck/contract';
import { excerptAround, lineAt as lineIn, shownBytes } from '#system/scan/excerpt';

export type Draft = Omit<ScanFinding, 'excerpt'>;

/** Source (bytes as Latin-1) as text that can be shown. */
const shown = (source: string): string =>
  shownBytes(Buffer.from(source.slice(0, SCAN_CODE_MAX * 4), 'latin1'));

const shownStep = ({ code, detail, ...step }: ScanStep): ScanStep => ({
  ...step,
  ...(code !== undefined && { code: shown(code) }),
  ...(detail !== undefined && { detail: shown(detail) }),
});

/** Line of a position in a source, from 1. */
export function lineAt(source: string, offset: number): number {
  let line = 1;
  for (let at = source.indexOf('\n'); at >= 0 && at < offset; at = source.indexOf('\n', at + 1)) line += 1;
  return line;
}

const rank = ({ severity, confidence }: Draft): number =>
  SCAN_SEVERITIES.indexOf(severity) * 1000 - confidence;

/** The gravest findings, each line and rule once, as they are stored. */
export function finished(bytes: Buffer, drafts: readonly Draft[]): readonly ScanFinding[] {
  if (drafts.length === 0) return [];
  const lines = lineIn(bytes, bytes.length);
  const seen = new Set<string>();
  const kept: ScanFinding[] = [];
  for (const draft of drafts.toSorted((one, other) => rank(one) - rank(other))) {
    const line = Math.min(Math.max(1, draft.line), lines);
    const key = `${draft.rule} ${line}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const steps = draft.steps
      .map(shownStep)
      .map((step) => ({ ...step, line: step.line && Math.min(step.line, lines) }));
    kept.push({ ...draft, line, steps: steps.slice(0, 20), excerpt: excerptAround(bytes, line) });
    if (kept.length === SCAN_FINDINGS_MAX) break;
  }
  return kept;
}
