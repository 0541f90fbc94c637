import type { Gap } from './gaps';

/** Exit code with which the dump program, run with `--force`, ends after errors that it skipped. */
const WENT_ON = 2;
/** Each error begins a line. The engine's message may span lines; other output of the program follows it. */
const FAULTS = /^\S*(?:mariadb-dump|mysqldump): (?=Couldn't execute )/m;
/**
 * ER_PARSE_ERROR, ER_SP_PROC_TABLE_CORRUPT and ER_CANNOT_LOAD_FROM_TABLE_V2: they concern only the named
 * routine.
 */
const OF_ROUTINE =
  /^Couldn't execute 'SHOW CREATE (?:FUNCTION|PROCEDURE|PACKAGE|PACKAGE BODY) `((?:[^`]|``)*)`': ([\s\S]*) \((?:1064|1457|1728)\)\s*$/;

const WHY_MAX = 300;

/**
 * Finds in the dump program's messages the routines that it had to leave out; undefined if it failed for
 * another reason.
 * @param code the program's exit code
 */
export function routineGaps(words: string, code: number | null): readonly Gap[] | undefined {
  if (code !== WENT_ON) return undefined;
  const [before = '', ...faults] = words.split(FAULTS);
  if (before.trim() !== '' || faults.length === 0) return undefined;
  const gaps = faults.map((fault): Gap | undefined => {
    const [, name, why = ''] = OF_ROUTINE.exec(fault) ?? [];
    return name === undefined
      ? undefined
      : { is: 'routine', name: name.replaceAll('``', '`'), why: why.slice(0, WHY_MAX) };
  });
  const known = gaps.filter((gap) => gap !== undefined);
  return known.length === gaps.length ? known : undefined;
}
