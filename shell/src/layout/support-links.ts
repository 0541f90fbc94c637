import type { PublicConfig, Role } from '@sitedeck/contract';
import { kernel, useCurrentHost } from '@sitedeck/sdk';

const EXPERT_ROLES: readonly Role[] = ['USER', 'ADMINISTRATOR'];

export interface SupportLink {
  readonly key: 'ticket' | 'expert' | 'help';
  readonly href: string;
}

/** Links that the provider configured; expert service only for users and administrators. */
export function supportLinks(links: PublicConfig['links'], role: Role): readonly SupportLink[] {
  const expert = EXPERT_ROLES.includes(role) ? links.expert : undefined;
  const all = [
    { key: 'ticket', href: links.ticket },
    { key: 'expert', href: expert },
    { key: 'help', href: links.help },
  ] as const;
  return all.flatMap(({ key, href }) => (href ? [{ key, href }] : []));
}

export const useSupportLinks = (): readonly SupportLink[] =>
  supportLinks(kernel().config.links, useCurrentHost().operatorType);
