import { STATEMENT_TEXTS, type StatementRefusal } from '@sitedeck/contract';
import { Refusal } from '#faults/refusal';
import { SessionGuess } from '../session-guess';
import { statementsOf, type DumpSource } from '../statements';

export const refusedStatement = (line: number, why: StatementRefusal): Refusal =>
  new Refusal('dump-statement-refused', { values: { line, why: STATEMENT_TEXTS[why] } });

/**
 * Reads a dump to its end without running it, and refuses what a load would refuse, naming the statement and
 * its line.
 */
export async function judgeDump(
  request: Pick<DumpSource, 'source' | 'engine' | 'signal' | 'onBytes'>,
): Promise<void> {
  const session = new SessionGuess(request.engine);
  const statements = statementsOf({
    ...request,
    charset: 'auto',
    quoting: () => session.quoting,
    onEncoding: (reading) => session.begin(reading),
  });
  for await (const judged of statements) {
    const { line, judgement } = judged;
    if (judgement.is === 'refused') throw refusedStatement(line, judgement.why);
    session.take(judged);
  }
}
