import type { RuleFault } from '@sitedeck/contract/rule-texts';

/** A fault of a rule and its position. Lines and columns (UTF-16 units) count from 1. */
export interface SnippetFault {
  readonly line: number;
  readonly column: number;
  readonly reason: RuleFault;
  readonly values?: Readonly<Record<string, string>>;
}

export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** Longest excerpt of a tenant's text in a message, characters. */
const EXCERPT_MAX = 60;

export const excerpt = (text: string): string =>
  text.length > EXCERPT_MAX ? `${text.slice(0, EXCERPT_MAX)}…` : text;

/** Collects faults, so that the owner sees all of them at once. */
export class Faults {
  private readonly found: SnippetFault[] = [];

  add(position: TextPosition, reason: RuleFault, values?: Readonly<Record<string, string>>): void {
    const { line, column } = position;
    this.found.push({ line, column, reason, ...(values && { values }) });
  }

  /** Adds faults of other lines only: on a line with a syntax fault its meaning is unknown. */
  addElsewhere(others: Faults): void {
    const lines = new Set(this.found.map(({ line }) => line));
    this.found.push(...others.found.filter(({ line }) => !lines.has(line)));
  }

  count(): number {
    return this.found.length;
  }

  /** The first `limit` faults in text order; each position and reason once. */
  first(limit: number): readonly SnippetFault[] {
    const seen = new Set<string>();
    return [...this.found]
      .sort((a, b) => a.line - b.line || a.column - b.column)
      .filter(({ line, column, reason }) => {
        const key = `${line}:${column}:${reason}`;
        return !seen.has(key) && seen.add(key);
      })
      .slice(0, limit);
  }
}
