import type { BootRemote, Locale } from '@sitedeck/contract';
import { useEffect, useMemo } from 'react';
import type { EmbedOptions, EmbedPlace } from './embed-door';
import { unknownAttribute } from './failure-words';

interface Portal {
  readonly tell: EmbedPlace['tell'];
  readonly locale: Locale;
}

/** The properties that the remote's manifest names; any other is told once and left out. */
export function useProperties(options: EmbedOptions, { name, embed }: BootRemote, { tell, locale }: Portal) {
  const words = JSON.stringify(options.properties);
  const { known, unknown } = useMemo(() => {
    const given = Object.entries(JSON.parse(words) as Record<string, unknown>);
    const isKnown = ([key]: readonly [string, unknown]) => embed.properties.includes(key);
    return {
      known: Object.fromEntries(given.filter(isKnown).map(([key, value]) => [key, String(value)])),
      unknown: given.filter((one) => !isKnown(one)).map(([key]) => key),
    };
  }, [words, embed]);
  const complaint = unknown.join(' ');
  useEffect(() => {
    for (const attribute of complaint.split(' ').filter(Boolean)) {
      console.warn(`SiteDeck: ${name} knows no "${attribute}" (it knows: ${embed.properties.join(', ')})`);
      const message = unknownAttribute(locale, attribute);
      tell('error', { reason: 'unknown-attribute', name: attribute, message });
    }
    // Told once, not once more in another language.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [complaint, name, embed, tell]);
  /** Where the remote starts, as an address of the console would say it. */
  const start = useMemo(() => new URLSearchParams(known).toString(), [known]);
  return { properties: known, start };
}
