import type { BootRemote } from '@sitedeck/contract';
import type { RemoteContext } from '@sitedeck/sdk';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { renewAddress } from '../boot/integrity';
import { diagnose } from '../remotes/diagnose';
import { obstacleOf } from '../remotes/obstacle';
import { stageOf, type RemoteCause } from '../remotes/remote-cause';
import { reportFailed, reportLoaded } from '../remotes/remote-events';
import type { EmbedElement } from './embed-api';
import { loadMount, type MountedRemote } from './load-mount';
import { reportFailure } from './report-failure';

interface Parts {
  readonly element: RefObject<HTMLElement | null>;
  readonly ctx: Omit<RemoteContext, 'signal'>;
  readonly remote: BootRemote;
  /** Dispatches an event when the remote's own root failed. */
  readonly onCrash: EventTarget;
  readonly dispatch: EmbedElement['dispatch'];
}

type State =
  | { readonly is: 'loading' }
  | { readonly is: 'shown' }
  | { readonly is: 'failed'; readonly cause: RemoteCause; readonly reference: string };

/** A reload of the portal loads the same remote as a retry. */
const noNewer = () => Promise.resolve(false);

/** Loads the remote and mounts it into `element`; reports a failure, and tries again on request. */
export function useMounted({ element, ctx, remote, onCrash, dispatch }: Parts) {
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
    let mounted: MountedRemote | undefined;
    const fail = (cause: RemoteCause, error: unknown, address?: string) => {
      if (life.signal.aborted) return;
      console.error(`SiteDeck: ${remote.name} ${remote.version}`, error);
      const words = String(error).split('\n')[0] ?? '';
      const reference = reportFailed(remote, { stage: stageOf(cause, address, remote.entry), words });
      setState({ is: 'failed', cause, reference });
      reportFailure(dispatch, cause, latest.current.locale);
    };
    const begin = async () => {
      const obstacle = obstacleOf(remote);
      if (obstacle) return fail(obstacle, obstacle.is);
      const started = performance.now();
      const { mount } = await loadMount(remote, attempt > 0);
      if (life.signal.aborted) return;
      try {
        mounted = mount(place, { ...latest.current, signal: life.signal });
      } catch (error) {
        return fail({ is: 'broken' }, error);
      }
      update.current = (next) => mounted?.update({ ...next, signal: life.signal });
      setState({ is: 'shown' });
      dispatch('ready', { name: remote.name, version: remote.version });
      reportLoaded(remote, Math.round(performance.now() - started));
    };
    const crashed = (event: Event) => fail({ is: 'render' }, (event as CustomEvent<unknown>).detail);
    onCrash.addEventListener('crash', crashed, { signal: life.signal });
    begin().catch(async (error: unknown) => {
      const { cause, address } = await diagnose(error, noNewer);
      // The next attempt must not reuse the result of this one.
      if (address !== undefined) renewAddress(address);
      fail(cause, error, address);
    });
    return () => {
      life.abort();
      update.current = undefined;
      // React must not unmount a root while another root renders.
      queueMicrotask(() => mounted?.unmount());
    };
  }, [attempt, remote, element, onCrash, dispatch]);

  const retry = () => {
    setState({ is: 'loading' });
    setAttempt((count) => count + 1);
  };
  return { state, retry };
}
