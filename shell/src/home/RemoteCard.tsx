import type { BootRemote } from '@sitedeck/contract';
import { useText } from '@sitedeck/ui/core';
import { useEffect, useState, lazy, Suspense, useId, useRef } from 'react';
import { abandonScripts } from '../remotes/abandon';
import { AreaBoundary } from '../remotes/AreaBoundary';
import { useFinding } from '../remotes/AreaFailure';
import { renewCopies } from '../remotes/diagnose';
import { beginEntering, hungLastTime, awaitHeartbeats, stopEntering } from '../remotes/entering';
import { prepareRetry, failedBefore, loadCard } from '../remotes/load-remote';
import { obstacleOf } from '../remotes/obstacle';
import { useRemoteContext } from '../remotes/use-remote-context';
import { CardFailed } from './CardFailed';
import type { CardSlot } from './home-slots';
import { homeTexts } from './home-texts';
import { SkeletonLines } from './SkeletonLines';

/**
 * A card of Home with content from a remote, loaded after Home itself has painted. Its failures stay inside the
 * card.
 */
export function RemoteCard({ slot }: { readonly slot: CardSlot }) {
  const id = useId();
  return (
    <section className="sd-card sh-home-card sh-remote-card" aria-labelledby={id} tabIndex={-1}>
      <h2 id={id}>{slot.title}</h2>
      <CardBody slot={slot} />
    </section>
  );
}

function CardBody({ slot }: { readonly slot: CardSlot }) {
  const idle = useIdle();
  const obstacle = obstacleOf(slot.remote);
  if (obstacle) return <CardFailed slot={slot} cause={obstacle} />;
  return idle ? <OpenCard slot={slot} /> : <CardSkeleton slot={slot} />;
}

function CardSkeleton({ slot: { title } }: { readonly slot: CardSlot }) {
  const text = useText(homeTexts);
  return (
    <div role="status" aria-label={text('card.loading', { title })}>
      <SkeletonLines lines={[60, 40]} />
    </div>
  );
}

let made = 0;

/** `lazy` caches a rejection for ever, so each attempt has its own. */
function makeAttempt({ remote, expose }: CardSlot, isRetry: boolean) {
  if (isRetry) prepareRetry(remote);
  beginEntering(remote);
  made += 1;
  return { number: made, Card: lazy(() => loadCard(remote, expose).then(({ Card }) => ({ default: Card }))) };
}

function OpenCard({ slot }: { readonly slot: CardSlot }) {
  const { remote } = slot;
  const [attempt, setAttempt] = useState(() =>
    hungLastTime(remote) ? undefined : makeAttempt(slot, failedBefore(remote)),
  );
  const ctx = useRemoteContext(remote);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => () => stopEntering(remote), [remote]);

  function retry(): void {
    abandonScripts(remote.base);
    renewCopies();
    setAttempt(makeAttempt(slot, true));
    // The button disappears; if it had the focus, the card gets it.
    place.current?.closest('section')?.focus({ preventScroll: true });
  }

  if (!attempt) return <CardFailed slot={slot} cause={{ is: 'hang' }} retry={retry} />;
  const { Card, number } = attempt;
  return (
    <div ref={place}>
      <AreaBoundary key={number} failed={(error) => <CardFailure slot={slot} error={error} retry={retry} />}>
        <Suspense fallback={<CardSkeleton slot={slot} />}>
          <Card ctx={ctx} />
          <Entered remote={remote} />
        </Suspense>
      </AreaBoundary>
    </div>
  );
}

/** Mounts together with the card's first content. */
function Entered({ remote }: { readonly remote: BootRemote }) {
  useEffect(() => awaitHeartbeats(remote), [remote]);
  return null;
}

interface FailureProps {
  readonly slot: CardSlot;
  readonly error: unknown;
  readonly retry: () => void;
}

/** Diagnoses the failure, reports it, and shows it. */
function CardFailure({ slot, error, retry }: FailureProps) {
  const finding = useFinding(slot.remote, error);
  return finding ? <CardFailed slot={slot} retry={retry} {...finding} /> : <CardSkeleton slot={slot} />;
}

/** Maximum wait for an idle moment, ms. */
const PATIENCE_MS = 2000;

/** Wait after the paint in browsers that don't report idle time (Safari), ms. */
const MEANWHILE_MS = 200;

/** True once the browser has painted and is idle. */
function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    const now = () => setIdle(true);
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(now, MEANWHILE_MS);
      return () => clearTimeout(timer);
    }
    const callback = requestIdleCallback(now, { timeout: PATIENCE_MS });
    return () => cancelIdleCallback(callback);
  }, []);
  return idle;
}
