import type { Gap } from './gaps';

/** With `--force` the dump program goes on behind what it can't read, and ends with this. */
const WENT_ON = 2;
/** Each begins a line; the engine's words may have lines of their own. What else the program says then stands behind them. */
const FAULTS = /^\S*(?:mariadb-dump|mysqldump): (?=Couldn't execute )/m;
/** ER_PARSE_ERROR, ER_SP_PROC_TABLE_CORRUPT and ER_CANNOT_LOAD_FROM_TABLE_V2: about this routine and no other. */
const OF_ROUTINE =
  /^Couldn't execute 'SHOW CREATE (?:FUNCTION|PROCEDURE|PACKAGE|PACKAGE BODY) `((?:[^`]|``)*)`': ([\s\S]*) \((?:1064|1457|1728)\)\s*$/;

const WHY_MAX = 300;

/**
 * Routines that the dump program had to leave out, by what it said; undefined where it failed of anything else.
 * @param code what it ended with
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
