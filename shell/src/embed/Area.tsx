import type { Locale } from '@sitedeck/contract';
import { setLocale, type Brand, type RemoteSurface, type Scheme } from '@sitedeck/sdk';
import { useEffect, useRef } from 'react';
import { useToasts } from '../layout/use-toasts';
import { AreaFailed } from './AreaFailed';
import { AreaLoading } from '../remotes/AreaLoading';
import { AuthBar } from './AuthBar';
import type { EmbedOptions, EmbedPlace } from './embed-door';
import { EmbedLockBar } from './EmbedLockBar';
import { EmbedTray } from './EmbedTray';
import type { Settled } from './settle';
import { useSpeaks } from './tenants';
import { useEmbedContext } from './use-embed-context';
import { useMounted } from './use-mounted';
import { useTaskEvents } from './use-task-events';

interface Props {
  readonly place: EmbedPlace;
  readonly settled: Settled;
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
  const { state, retry } = useMounted({ element, ctx, remote, onCrash, tell: place.tell });
  useTaskEvents(place.tell);
  useEffect(() => setLocale(locale), [locale]);
  // Text of the dark theme on a portal's light page would be unreadable.
  const paints = theme === 'dark' || brand.background !== undefined;
  const title = remote.titles[locale][remote.routes[0]?.titleKey ?? ''] ?? remote.name;

  return (
    <div className={paints ? 'se-area se-area-painted' : 'se-area'}>
      <AuthBar tell={place.tell} />
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
      {useSpeaks(settled.tenant) && <Speaker />}
    </div>
  );
}

/** Toasts and tasks belong to the page, so only one of its elements shows them. */
function Speaker() {
  useToasts();
  return <EmbedTray />;
}
