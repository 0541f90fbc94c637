import type { BootRemote } from '@sitedeck/contract';
import {
  can,
  isBlocked,
  kernel,
  REMOTE_API_VERSION,
  useCurrentHost,
  useLocale,
  useTheme,
  type RemoteContext,
} from '@sitedeck/sdk';
import { useEffect, useMemo, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { markDirty } from '../boot/leave-guard';
import { useGo } from '../routing/console-context';

const NO_PROPERTIES = {};

/** The context of a remote in the shell's tree. Its `signal` aborts when the remote leaves the page. */
export function useRemoteContext({ name, permissions: rights }: BootRemote): RemoteContext {
  const host = useCurrentHost();
  const locale = useLocale();
  const { scheme } = useTheme();
  const { pathname, search } = useLocation();
  const go = useGo();
  const signal = useLifeSignal();

  useEffect(() => () => markDirty(name, false), [name]);

  return useMemo(
    () => ({
      apiVersion: REMOTE_API_VERSION,
      sdk: kernel(),
      host,
      nav: { path: pathname, search: search.slice(1), go },
      locale,
      theme: scheme,
      permissions: {
        role: host.operatorType,
        blocked: isBlocked(host),
        allows: (rightName) => rights.some((right) => right.name === rightName && can(host, right)),
      },
      properties: NO_PROPERTIES,
      emit: (event, detail) => {
        if (event === 'dirty') markDirty(name, detail === true);
      },
      signal,
    }),
    [name, rights, host, pathname, search, go, locale, scheme, signal],
  );
}

function useLifeSignal(): AbortSignal {
  const [life] = useState(() => new AbortController());
  useEffect(
    () => () => {
      life.abort();
    },
    [life],
  );
  return life.signal;
}
