import { readDomain } from '@sitedeck/contract';
import type { OwnerContext } from '#api/calls/handlers';
import { Refusal } from '#faults/refusal';

/** The stored form of a domain of this host. Refuses with `domain-gone`. */
export function boundName(typed: string, { scope }: OwnerContext): string {
  const domain = readDomain(typed);
  // Domains that were bound before today's rules are named as they are stored.
  const name = domain.is === 'ok' ? domain.name : typed;
  if (!scope.host.domains.includes(name))
    throw new Refusal('domain-gone', { field: 'domain', values: { domain: typed.slice(0, 200) } });
  return name;
}
