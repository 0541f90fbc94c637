import type { BootRemote, Locale } from '@sitedeck/contract';
import { useEffect, useMemo } from 'react';
import type { EmbedOptions, EmbedElement } from './embed-api';
import { unknownAttribute } from './failure-text';

interface Portal {
  readonly dispatch: EmbedElement['dispatch'];
  readonly locale: Locale;
}

/** Property that names the remote's first page, by the last part of its address. */
const PAGE = 'page';

const routeOf = ({ routes }: BootRemote, page: string) =>
  routes.find(({ path, redirect }) => redirect === undefined && path.split('/').at(-1) === page);

/** The properties that the remote's manifest declares; unknown properties and pages are reported once and ignored. */
export function useProperties(options: EmbedOptions, remote: BootRemote, { dispatch, locale }: Portal) {
  const { name, embed } = remote;
  const words = JSON.stringify(options.properties);
  const { known, unknown } = useMemo(() => {
    const given = Object.entries(JSON.parse(words) as Record<string, unknown>);
    const isKnown = ([key, value]: readonly [string, unknown]) =>
      embed.properties.includes(key) && (key !== PAGE || routeOf(remote, String(value)) !== undefined);
    return {
      known: Object.fromEntries(given.filter(isKnown).map(([key, value]) => [key, String(value)])),
      unknown: given.filter((one) => !isKnown(one)).map(([key]) => key),
    };
  }, [words, embed, remote]);
  const complaint = unknown.join(' ');
  useEffect(() => {
    for (const attribute of complaint.split(' ').filter(Boolean)) {
      console.warn(`SiteDeck: ${name} knows no "${attribute}" (it knows: ${embed.properties.join(', ')})`);
      const message = unknownAttribute(locale, attribute);
      dispatch('error', { reason: 'unknown-attribute', name: attribute, message });
    }
    // Reported once, even if the language changes.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [complaint, name, embed, dispatch]);
  /** Path and query at which the remote starts, as in the console's own URLs. */
  const start = useMemo(() => {
    const { [PAGE]: page, ...rest } = known;
    const route = page === undefined ? undefined : routeOf(remote, page);
    return {
      path: (route ?? remote.routes[0])?.path ?? '/',
      search: new URLSearchParams(rest).toString(),
    };
  }, [known, remote]);
  return { properties: known, start };
}
