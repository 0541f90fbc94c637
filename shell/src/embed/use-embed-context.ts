import type { Locale } from '@sitedeck/contract';
import {
  can,
  isBlocked,
  kernel,
  REMOTE_API_VERSION,
  useCurrentHost,
  type Brand,
  type RemoteContext,
  type RemoteSurface,
  type Scheme,
} from '@sitedeck/sdk';
import { useEffect, useMemo, useState } from 'react';
import { markDirty } from '../boot/leave-guard';
import type { EmbedEvent, EmbedOptions, EmbedElement } from './embed-api';
import type { CheckedBoot } from './check-boot-reply';
import { useProperties } from './use-properties';

interface Parts {
  readonly place: EmbedElement;
  readonly settled: CheckedBoot;
  readonly options: EmbedOptions;
  readonly locale: Locale;
  readonly theme: Scheme;
  readonly brand: Brand;
  readonly surface: RemoteSurface;
}

/** Events that a remote may emit itself; the embedding code emits the others. */
const isFromRemote = (event: string): event is EmbedEvent => event === 'navigate' || event === 'task';

/**
 * Context of a remote in a portal. It has its own address: the portal's does not change, but it is informed
 * where the remote went.
 */
export function useEmbedContext(parts: Parts) {
  const { place, settled, options, locale, theme, brand, surface } = parts;
  const { remote } = settled.boot;
  const { dispatch } = place;
  const host = useCurrentHost();
  const { properties, start } = useProperties(options, remote, { dispatch, locale });
  const [crash] = useState(() => new EventTarget());
  const [address, setAddress] = useState(start);
  const destination = `${start.path}?${start.search}`;
  const [seen, setSeen] = useState(destination);
  // The portal changed a property: the remote navigates to its target.
  if (seen !== destination) {
    setSeen(destination);
    setAddress(start);
  }
  useEffect(() => () => markDirty(surface.key, false), [surface.key]);

  const ctx = useMemo<Omit<RemoteContext, 'signal'>>(() => {
    const go = (target: string) => {
      const url = new URL(target, 'https://remote.invalid');
      setAddress({ path: url.pathname, search: url.search.slice(1) });
      dispatch('navigate', { path: url.pathname, search: url.search.slice(1) });
    };
    const emit = (event: string, detail?: unknown) => {
      if (event === 'crash') return void crash.dispatchEvent(new CustomEvent('crash', { detail }));
      if (event === 'dirty') {
        markDirty(surface.key, detail === true);
        return dispatch('dirty', { dirty: detail === true });
      }
      if (isFromRemote(event) && remote.embed.events.includes(event)) dispatch(event, detail);
    };
    return {
      apiVersion: REMOTE_API_VERSION,
      sdk: kernel(),
      host,
      nav: { ...address, go },
      locale,
      theme,
      permissions: {
        role: host.operatorType,
        blocked: isBlocked(host),
        allows: (rightName) =>
          remote.permissions.some((right) => right.name === rightName && can(host, right)),
      },
      properties,
      surface: { ...surface, brand, nonce: options.nonce },
      emit,
    };
  }, [dispatch, surface, remote, host, address, locale, theme, properties, brand, options.nonce, crash]);
  return { ctx, onCrash: crash };
}
