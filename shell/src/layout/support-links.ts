import type { Locale, PublicConfig, Role } from '@sitedeck/contract';
import { kernel, useCurrentHost, useLocale } from '@sitedeck/sdk';
import { localizedLink } from '../links/localized-link';

const EXPERT_ROLES: readonly Role[] = ['USER', 'ADMINISTRATOR'];

export interface SupportLink {
  readonly key: 'ticket' | 'expert' | 'help';
  readonly href: string;
}

interface Viewer {
  readonly role: Role;
  readonly locale: Locale;
}

/** Links of the configuration in the viewer's language; expert service only for users and administrators. */
export function supportLinks(links: PublicConfig['links'], { role, locale }: Viewer): readonly SupportLink[] {
  const expert = EXPERT_ROLES.includes(role) ? links.expert : undefined;
  const all = [
    { key: 'ticket', href: links.ticket },
    { key: 'expert', href: expert },
    { key: 'help', href: links.help },
  ] as const;
  return all.flatMap(({ key, href }) => (href ? [{ key, href: localizedLink(href, locale) }] : []));
}

export function useSupportLinks(): readonly SupportLink[] {
  const { operatorType: role } = useCurrentHost();
  const locale = useLocale();
  return supportLinks(kernel().config.links, { role, locale });
}
