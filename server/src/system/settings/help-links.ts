import type { PublicConfig } from '@sitedeck/contract';
import type { Settings } from './settings';

/** Address of one of the product's own help pages; the page that shows the link fills in its language. */
const help = (page: string): string => `/help/{locale}/${page}`;

const GUIDES = { account: help('ftp-account'), password: help('password'), upload: help('upload') };

/** Links of the console: the provider's, or the product's own help. */
export function supportLinksOf({
  PUBLIC_CONFIG_TICKET_URL: ticket = help('ticket'),
  PUBLIC_CONFIG_EXPERT_URL: expert = help('expert'),
  PUBLIC_CONFIG_HELP_URL: center,
}: Settings): PublicConfig['links'] {
  const links = { ticket, expert, help: center ?? help('') };
  return center === undefined ? { ...links, guides: GUIDES } : links;
}
