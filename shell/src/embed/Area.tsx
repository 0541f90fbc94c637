import type { Task, Locale } from '@sitedeck/contract';
import { kernel, setLocale, type Brand, type RemoteSurface, type Scheme } from '@sitedeck/sdk';
import { useEffect, useRef } from 'react';
import { useToasts } from '../layout/use-toasts';
import { AreaLoading } from '../remotes/AreaLoading';
import { AreaFailed } from './AreaFailed';
import { AuthBar } from './AuthBar';
import type { EmbedElement, EmbedOptions } from './embed-api';
import { EmbedLockBar } from './EmbedLockBar';
import { EmbedTasks } from './EmbedTasks';
import type { CheckedBoot } from './check-boot-reply';
import { useIsOldest } from './open-remotes';
import { useEmbedContext } from './use-embed-context';
import { useMounted } from './use-mounted';

interface Props {
  readonly place: EmbedElement;
  readonly settled: CheckedBoot;
  readonly options: EmbedOptions;
  readonly locale: Locale;
  readonly theme: Scheme;
  readonly brand: Brand;
  readonly surface: RemoteSurface;
}

/** The remote and what a console would show around it: lock, sign-in, tasks. */
export function Area({ place, settled, options, locale, theme, brand, surface }: Props) {
  const { remote } = settled.boot;
  const element = useRef<HTMLDivElement>(null);
  const { ctx, onCrash } = useEmbedContext({ place, settled, options, locale, theme, brand, surface });
  const { state, retry } = useMounted({ element, ctx, remote, onCrash, dispatch: place.dispatch });
  useTaskEvents(place.dispatch);
  useEffect(() => setLocale(locale), [locale]);
  // Text of the dark theme on a portal's light page would be unreadable.
  const paints = theme === 'dark' || brand.background !== undefined;
  const title = remote.titles[locale][remote.routes[0]?.titleKey ?? ''] ?? remote.name;

  return (
    <div className={paints ? 'se-area se-area-painted' : 'se-area'}>
      <AuthBar dispatch={place.dispatch} />
      <EmbedLockBar />
      {state.is === 'loading' && <AreaLoading retry={retry} />}
      {state.is === 'failed' && (
        <AreaFailed
          why={state.cause}
          reference={state.reference}
          title={title}
          about={`${remote.name} ${remote.version}`}
          retry={retry}
        />
      )}
      <div ref={element} className={state.is === 'shown' ? '' : 'se-hidden'} />
      {useIsOldest(settled.tenant) && <ToastsAndTasks />}
    </div>
  );
}

/** Toasts and tasks belong to the page, so only one of its elements shows them. */
function ToastsAndTasks() {
  useToasts();
  return <EmbedTasks />;
}

const factsOf = ({ id, taskType, taskStatus }: Task) => ({ id, type: taskType, status: taskStatus });

/** Emits an event to the portal when a task begins or ends. */
function useTaskEvents(dispatch: EmbedElement['dispatch']): void {
  useEffect(() => {
    const { on } = kernel().events;
    const off = [
      on('task-open', (task) => dispatch('task', factsOf(task))),
      on('task-finished', (task) => dispatch('task', factsOf(task))),
    ];
    return () => off.forEach((stop) => stop());
  }, [dispatch]);
}
