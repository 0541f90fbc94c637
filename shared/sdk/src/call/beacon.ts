import type { CallShape } from '@sitedeck/contract';
import { kernel } from '../kernel/kernel';
import { addressOf, type CallParts } from './address';
import type { InputOf } from './exchange';

/** A last word while the page goes away: survives it, answers nothing. JSON bodies up to 64 KiB (a browser's limit). */
export function sendBeacon<C extends CallShape>(def: C, input: InputOf<C>): void {
  const { config, store, access } = kernel();
  const { host, settings } = store.getState();
  const parts = input as CallParts;
  void fetch(addressOf(config, def, parts), {
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
  }).catch(() => undefined); // nobody is left to tell
}
