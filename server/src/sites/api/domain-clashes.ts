import { sql } from 'kysely';
import { coversName, type HostCode } from '@sitedeck/contract';
import type { Db } from '#state/db';

/** A name to bind, and a domain of another host that is equal to it, covers it or is covered by it. */
export interface Clash {
  readonly name: string;
  readonly other: string;
  readonly otherHost: HostCode;
}

const isWildcard = (name: string): boolean => name.startsWith('*.');
const parentOf = (name: string): string => name.slice(name.indexOf('.') + 1);

/** Clashes of these names with the domains of other hosts. */
export async function findClashes(
  db: Db,
  hostCode: HostCode,
  names: readonly string[],
): Promise<readonly Clash[]> {
  if (names.length === 0) return [];
  const covering = names.filter((name) => !isWildcard(name)).map((name) => `*.${parentOf(name)}`);
  const bases = names.filter(isWildcard).map(parentOf);
  const others = await db
    .selectFrom('domain')
    .select(['name', 'host_code'])
    .where('host_code', '<>', hostCode)
    .where((is) =>
      is.or([
        is('name', 'in', [...names, ...covering]),
        ...(bases.length > 0 ? [is(sql`regexp_replace(name, '^[^.]+[.]', '')`, 'in', bases)] : []),
      ]),
    )
    .execute();
  return names.flatMap((name) =>
    others
      .filter((other) => coversName(name, other.name) || coversName(other.name, name))
      .map((other) => ({ name, other: other.name, otherHost: other.host_code })),
  );
}
