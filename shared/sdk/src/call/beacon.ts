import type { CallShape } from '@sitedeck/contract';
import { kernel } from '../kernel/cell';
import { addressOf, type CallParts } from './address';
import type { InputOf } from './call-shape';

/** Sends a call as a request that outlives the page. JSON bodies up to 64 KiB (a browser's limit). */
export function beaconOf<C extends CallShape>(
  def: C,
  input: InputOf<C>,
): { readonly url: string; readonly init: RequestInit } {
  const { config, store, access } = kernel();
  const { host, settings } = store.getState();
  const parts = input as CallParts;
  const init: RequestInit = {
    method: def.method,
    keepalive: true,
    credentials: access.sendsCookie ? 'include' : 'omit',
    headers: {
      'X-Requested-With': 'XMLHttpRequest',
      'Accept-Language': settings.locale,
      ...access.atHand(def),
      ...(host.host ? { 'X-Host-Code': host.host.hostService.hostCode } : {}),
      ...(parts.body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(parts.body === undefined ? {} : { body: JSON.stringify(parts.body) }),
  };
  return { url: addressOf(config, def, parts), init };
}

/** Sends a call while the page closes: the request survives the page and its reply is ignored. */
export function sendBeacon<C extends CallShape>(def: C, input: InputOf<C>): void {
  const { url, init } = beaconOf(def, input);
  void fetch(url, init).catch(() => undefined); // No caller is left to report a failure to.
}
