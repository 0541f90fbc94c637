import type { BootRemote } from '@sitedeck/contract';
import type { RemoteContext } from '@sitedeck/sdk';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { compatibilityOf } from '../remotes/compatibility';
import { causeOf } from './cause-of';
import type { EmbedPlace } from './embed-door';
import type { EmbedFailure } from './embed-failure';
import { loadMount, type Mounted } from './load-mount';
import { tellFailure } from './tell-failure';
import { tellLoaded, tellStage } from './tell-health';

interface Parts {
  readonly element: RefObject<HTMLElement | null>;
  readonly ctx: Omit<RemoteContext, 'signal'>;
  readonly remote: BootRemote;
  /** Fires when the remote's own root gave up. */
  readonly onCrash: EventTarget;
  readonly tell: EmbedPlace['tell'];
}

type State =
  | { readonly is: 'loading' }
  | { readonly is: 'shown' }
  | { readonly is: 'failed'; readonly why: EmbedFailure };

/** Loads the remote and mounts it into `element`; what fails is told, and tried again when somebody asks. */
export function useMounted({ element, ctx, remote, onCrash, tell }: Parts) {
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<State>({ is: 'loading' });
  const latest = useRef(ctx);
  const update = useRef<(ctx: Omit<RemoteContext, 'signal'>) => void>(undefined);

  useEffect(() => {
    latest.current = ctx;
    update.current?.(ctx);
  }, [ctx]);

  useEffect(() => {
    const life = new AbortController();
    const place = element.current;
    if (!place) return undefined;
    let mounted: Mounted | undefined;
    const fail = (why: EmbedFailure, error: unknown) => {
      if (life.signal.aborted) return;
      console.error(`SiteDeck: ${remote.name} ${remote.version}`, error);
      setState({ is: 'failed', why });
      tellFailure(tell, why);
      tellStage(remote, why, error);
    };
    const begin = async () => {
      if (compatibilityOf(remote) !== 'fits') return fail({ is: 'incompatible' }, remote.requires);
      const started = performance.now();
      const { mount } = await loadMount(remote, attempt);
      if (life.signal.aborted) return;
      try {
        mounted = mount(place, { ...latest.current, signal: life.signal });
      } catch (error) {
        return fail({ is: 'crashed' }, error);
      }
      update.current = (next) => mounted?.update({ ...next, signal: life.signal });
      setState({ is: 'shown' });
      tell('ready', { name: remote.name, version: remote.version });
      tellLoaded(remote, performance.now() - started);
    };
    const crashed = (event: Event) => fail({ is: 'crashed' }, (event as CustomEvent<unknown>).detail);
    onCrash.addEventListener('crash', crashed, { signal: life.signal });
    begin().catch(async (error: unknown) => fail(await causeOf(remote, error), error));
    return () => {
      life.abort();
      update.current = undefined;
      // A root must not end inside another root's turn.
      queueMicrotask(() => mounted?.unmount());
    };
  }, [attempt, remote, element, onCrash, tell]);

  const retry = () => {
    setState({ is: 'loading' });
    setAttempt((count) => count + 1);
  };
  return { state, retry };
}
