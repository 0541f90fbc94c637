import { type BuiltRemote, previewOverride, setOverride } from '@sitedeck/contract';
import { call, toFault } from '@sitedeck/sdk';
import { useConfirm, useFeedback, useText } from '@sitedeck/ui/core';
import { useEffect, useRef } from 'react';
import { type OverrideQuery, overrideQuery, withoutQuery } from './override-query';
import { overrideTexts } from './override-texts';

/**
 * Asks before one remote is loaded from another origin: a link alone changes nothing. The server stores what
 * was confirmed, with its hashes.
 */
export function OverrideRequest() {
  const text = useText(overrideTexts);
  const { danger } = useConfirm();
  const { notification } = useFeedback();
  const hasAsked = useRef(false);

  useEffect(() => {
    // The words change with the language, but the question is asked once.
    if (hasAsked.current) return;
    hasAsked.current = true;
    void answer();

    async function answer(): Promise<void> {
      const query = overrideQuery(location.search);
      const plain = location.pathname + withoutQuery(location.search);
      history.replaceState(history.state, '', plain);
      if (query === 'malformed') refuse(undefined, text('malformed'));
      else if (query && (await isSet(query))) location.replace(plain);
    }

    async function isSet(query: OverrideQuery): Promise<boolean> {
      const { name, base } = query;
      const refusal = await call(previewOverride, { query: { base } }, { quiet: true }).then(
        () => undefined,
        toFault,
      );
      if (refusal) return refuse(name, refusal.message);
      const offer = await readOffer(query);
      if (offer.is !== 'offer') return refuse(name, text(offer.is, { name, base }));
      const { built } = offer;
      const origin = new URL(base).origin;
      const agreed = await danger({
        title: text('title'),
        body: text('body', { name, origin, version: built.version }),
        confirm: text('confirm', { name }),
      });
      return agreed && send(base, built);
    }

    async function send(base: string, built: BuiltRemote): Promise<boolean> {
      try {
        await call(setOverride, { body: { base, built } }, { quiet: true });
        return true;
      } catch (error) {
        return refuse(built.name, toFault(error).message);
      }
    }

    /** @param name undefined if the address names none */
    function refuse(name: string | undefined, why: string): false {
      const title = name === undefined ? text('refusedNone') : text('refused', { name });
      notification.error({ title, description: why, duration: 0, role: 'alert' });
      return false;
    }
  }, [danger, notification, text]);
  return null;
}

/** Time limit for fetching the manifest, ms. */
const TIMEOUT_MS = 4000;

type Offer =
  | { readonly is: 'offer'; readonly built: BuiltRemote }
  /** The request failed, or CORS forbids reading the reply. */
  | { readonly is: 'unreadable' }
  /** The address holds another remote, or none. */
  | { readonly is: 'mismatch' };

/** The remote that an origin offers. After confirmation the server checks the complete document again. */
async function readOffer({ name, base }: OverrideQuery): Promise<Offer> {
  const reply = await fetch(`${base}remote.json`, {
    cache: 'no-store',
    credentials: 'omit',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => undefined);
  if (!reply?.ok) return { is: 'unreadable' };
  const built = (await reply.json().catch(() => undefined)) as BuiltRemote | undefined;
  if (built?.name !== name || typeof built.version !== 'string') return { is: 'mismatch' };
  return { is: 'offer', built };
}
