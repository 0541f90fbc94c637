import type { DnsRecord, HostCode } from '@sitedeck/contract';
import type { Clash } from '#sites/api/domain-clashes';
import type { Db } from '#state/db';
import type { Dns, DnsAnswer } from '#system/dns/resolver';

const LABEL = '_sitedeck';
const WILDCARD = '*.';

const baseOf = (name: string): string => (name.startsWith(WILDCARD) ? name.slice(WILDCARD.length) : name);

/**
 * Name of the TXT record that proves ownership of domains that cover each other: it belongs to the shortest one, of
 * which the others are subdomains.
 */
function recordName(names: readonly string[]): string {
  const [shortest = ''] = names.map(baseOf).sort((a, b) => a.length - b.length);
  return `${LABEL}.${shortest}`;
}

const recordOf = (
  names: readonly string[],
  { token, found }: { readonly token: string; readonly found: readonly string[] },
): DnsRecord => {
  const value = `sitedeck-host=${token}`;
  return {
    type: 'TXT',
    name: recordName(names),
    found: [...found],
    expected: [value],
    isRight: found.includes(value),
  };
};

const namesOf = (clashes: readonly Clash[]): readonly string[] =>
  clashes.flatMap(({ name, other }) => [name, other]);

/** The host's token in its TXT records. It is not secret: only the owner of a domain can add it to the domain's DNS. */
export async function readProofToken(db: Db, hostCode: HostCode): Promise<string> {
  const row = db.selectFrom('host').select('domain_token').where('code', '=', hostCode);
  return (await row.executeTakeFirstOrThrow()).domain_token;
}

/** The record to add for a name that clashes with other hosts; does not query DNS. */
export const recordToAdd = (clashes: readonly Clash[], token: string): DnsRecord =>
  recordOf(namesOf(clashes), { token, found: [] });

export type Proof =
  | { readonly is: 'answered'; readonly record: DnsRecord }
  /** No DNS server replied. */
  | { readonly is: 'failed' };

/** Queries DNS for the record that proves that a name belongs to the owner of a host; `clashes` may be empty. */
export async function queryProof(
  dns: Pick<Dns, 'txt'>,
  name: string,
  { clashes, token }: { readonly clashes: readonly Clash[]; readonly token: string },
): Promise<Proof> {
  const names = [name, ...namesOf(clashes)];
  const answer: DnsAnswer<string> = await dns.txt(recordName(names));
  if (answer.is === 'failed') return { is: 'failed' };
  const found = answer.is === 'found' ? answer.values : [];
  return { is: 'answered', record: recordOf(names, { token, found }) };
}
