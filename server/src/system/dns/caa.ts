import type { CaaRecord, Dns, DnsAnswer } from './resolver';

const WILDCARD = '*.';

/** The names whose CAA records may apply to a name: itself, then its parents except the top-level domain. */
function climb(name: string): readonly string[] {
  const labels = name.split('.');
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
}

/** The CAA records that apply to a name: those of the closest name that has any (RFC 8659). */
export async function relevantCaa(dns: Pick<Dns, 'caa'>, name: string): Promise<DnsAnswer<CaaRecord>> {
  const base = name.startsWith(WILDCARD) ? name.slice(WILDCARD.length) : name;
  const answers = await Promise.all(climb(base).map((one) => dns.caa(one)));
  return answers.find(({ is }) => is !== 'none') ?? { is: 'none' };
}

/** The authority that an `issue` or `issuewild` value permits; empty: none. */
const permitted = ({ value }: CaaRecord): string => (value.split(';')[0] ?? '').trim().toLowerCase();

/**
 * Whether CAA records do not allow an authority to issue a certificate for a name.
 * @param identities names of the authority in CAA records; empty: unknown, so nothing counts as forbidden
 */
export function caaForbids(
  records: readonly CaaRecord[],
  name: string,
  identities: readonly string[],
): boolean {
  if (identities.length === 0) return false;
  const issue = records.filter(({ tag }) => tag === 'issue');
  const wild = records.filter(({ tag }) => tag === 'issuewild');
  const rules = name.startsWith(WILDCARD) && wild.length > 0 ? wild : issue;
  const allows = rules.length === 0 || rules.some((record) => identities.includes(permitted(record)));
  const unknown = records.some(
    ({ critical, tag }) => critical && !['issue', 'issuewild', 'iodef'].includes(tag),
  );
  return !allows || unknown;
}

/** As in a zone file. */
export const caaText = ({ critical, tag, value }: CaaRecord): string =>
  `${critical ? 128 : 0} ${tag} "${value}"`;
