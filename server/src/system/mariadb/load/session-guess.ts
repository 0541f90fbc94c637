import type { DumpEncoding } from './charset';
import { quotingOf, USUAL_QUOTING } from './syntax/quoting';
import type { JudgedStatement } from './statements';
import { isWord, tokensOf } from './syntax/tokens';
import type { EngineVersion } from './syntax/version-comment';

const HEAD = 200;
const KEEPS = /@(\w+)\s*:?=\s*@@(?:session\s*\.\s*|local\s*\.\s*)?character_set_client\b/gi;
const SETS =
  /(?:\bNAMES\b|\bCHAR(?:ACTER\s+)?SET\b|(?:^|@@|[^@\w])character_set_client\s*:?=)\s*(?:'(\w+)'|"(\w+)"|(@?\w+))/gi;

/** Guesses the session's state from the dump's text alone, for a reader without an engine. */
export class SessionGuess {
  private mode = '';
  private client = '';
  /** Variables in which dumps save the encoding while they use another. */
  private readonly kept = new Map<string, string>();
  private isRecoded = false;
  quoting = USUAL_QUOTING;

  constructor(readonly engine: EngineVersion) {}

  begin({ names, decoder }: DumpEncoding): void {
    this.isRecoded = decoder !== undefined;
    this.client = names;
  }

  take({ text, judgement }: JudgedStatement): void {
    if (judgement.is !== 'run' || !this.sets(text)) return;
    for (const [, name = ''] of text.matchAll(KEEPS)) this.kept.set(name.toLowerCase(), this.client);
    for (const [, single, double, bare] of text.matchAll(SETS))
      this.uses((single ?? double ?? bare ?? '').toLowerCase());
    const { effect } = judgement;
    // Of a mode, only the part that the statement states literally is known.
    if (effect?.is === 'session' && effect.guess) this.mode = text;
    this.quoting = quotingOf(this.mode, this.client);
  }

  private sets(text: string): boolean {
    const [first] = tokensOf(text.slice(0, HEAD), this);
    return isWord(first, 'SET');
  }

  private uses(word: string): void {
    // The bytes are already UTF-8, whatever the dump declares.
    if (this.isRecoded) return;
    this.client = word.startsWith('@') ? (this.kept.get(word.slice(1)) ?? '') : word;
  }
}
