import { readDomain } from '@sitedeck/contract';
import type { OwnerContext } from '#api/calls/handlers';
import { Refusal } from '#faults/refusal';

/** The stored form of a domain of this host. Refuses with `domain-gone`. */
export function boundName(typed: string, { scope }: OwnerContext): string {
  const domain = readDomain(typed);
  // Older domains may not match today's pattern: callers name them by their stored form.
  const name = domain.is === 'ok' ? domain.name : typed;
  if (!scope.host.domains.includes(name))
    throw new Refusal('domain-gone', { field: 'domain', values: { domain: typed.slice(0, 200) } });
  return name;
}
