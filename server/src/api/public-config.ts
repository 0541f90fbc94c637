import { COPYRIGHT_YEARS } from '@sitedeck/contract';
import type { Settings } from '#system/settings/settings';

const DEFAULT_COPYRIGHT = `© ${COPYRIGHT_YEARS} SiteDeck`;

/** Configuration that browsers load at run time; a link that is not set is left out. */
export function publicConfig(settings: Settings) {
  const links = {
    ...(settings.PUBLIC_CONFIG_TICKET_URL && { ticket: settings.PUBLIC_CONFIG_TICKET_URL }),
    ...(settings.PUBLIC_CONFIG_EXPERT_URL && { expert: settings.PUBLIC_CONFIG_EXPERT_URL }),
    ...(settings.PUBLIC_CONFIG_HELP_URL && { help: settings.PUBLIC_CONFIG_HELP_URL }),
  };
  return {
    apiBase: '/api',
    fileServiceBase: '/fs',
    links,
    copyright: settings.PUBLIC_CONFIG_COPYRIGHT ?? DEFAULT_COPYRIGHT,
    ...(settings.PUBLIC_CONFIG_CHATBOT_URL && { chatbotUrl: settings.PUBLIC_CONFIG_CHATBOT_URL }),
  };
}
