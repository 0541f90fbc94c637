import { SCAN_CODE_MAX, type ScanFinding } from '@sitedeck/contract';
import type { SeenFile } from '../scan-store';

/** The files of an installed app as they were installed. */
export interface OriginalFiles {
  /** SHA-256 in hexadecimal by path from the host's root, whose characters are bytes. */
  readonly hashes: ReadonlyMap<string, string>;
}

/** Apps that update themselves change more files than this at once, which says nothing about a single one. */
const CHANGED_MAX = 50;
const EXCERPT_LINES = 5;

function changedFinding(content: Buffer): ScanFinding {
  const lines = content.subarray(0, 4096).toString('utf8').split('\n').slice(0, EXCERPT_LINES);
  return {
    ...{ severity: 'notice', technique: 'changed-core-file', rule: 'differs-from-original' },
    ...{ confidence: 50, line: 1 },
    steps: [{ kind: 'differs-from-original', line: null }],
    excerpt: { first: 1, lines: lines.map((line) => line.slice(0, SCAN_CODE_MAX)) },
  };
}

/** Compares what a scan reads with what was installed. */
export class Originals {
  private readonly changed = new Map<OriginalFiles, SeenFile[]>();

  constructor(private readonly apps: readonly OriginalFiles[]) {}

  /** Whether the file is as it was installed; undefined if no app installed it. */
  isOriginal(path: string, hash: string): boolean | undefined {
    const original = this.appOf(path)?.hashes.get(path);
    return original === undefined ? undefined : original === hash;
  }

  /** Notes a file that differs, in which nothing else was found. */
  noteChanged(path: string, seen: Omit<SeenFile, 'verdict'>, content: Buffer): void {
    const app = this.appOf(path);
    if (!app) return;
    const all = this.changed.get(app) ?? [];
    this.changed.set(app, all);
    if (all.length <= CHANGED_MAX)
      all.push({ ...seen, verdict: { is: 'found', findings: [changedFinding(content)] } });
  }

  /** Changed files of the apps that have not updated themselves. */
  get changedFiles(): readonly SeenFile[] {
    return [...this.changed.values()].filter((files) => files.length <= CHANGED_MAX).flat();
  }

  private appOf(path: string): OriginalFiles | undefined {
    return this.apps.find(({ hashes }) => hashes.has(path));
  }
}
