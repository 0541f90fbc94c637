import { KernelProvider, type RemoteSurface, type Scheme } from '@sitedeck/sdk';
import { UiProvider, useMedia } from '@sitedeck/ui/core';
import { useEffect, useState } from 'react';
import { Area } from './Area';
import { AreaFailed } from './AreaFailed';
import { AreaLoading } from '../remotes/AreaLoading';
import { useBrand } from './brand';
import type { EmbedFailure } from './embed-failure';
import type { EmbedOptions, EmbedElement } from './embed-api';
import { readBoot, type AreaStart, type BootReply } from './read-boot';
import { checkBootReply, type CheckedBoot } from './check-boot-reply';
import { reportFailure } from './report-failure';

export interface AreaProps {
  readonly place: EmbedElement;
  readonly start: AreaStart;
  readonly surface: RemoteSurface;
  readonly options: EmbedOptions;
  /** Incremented by every change that the portal makes, also of the theming variables. */
  readonly version: number;
}

type Stage = { readonly is: 'loading' } | { readonly is: 'failed'; readonly why: EmbedFailure } | CheckedBoot;

const LOADING = { is: 'loading' } as const;

/** Chinese by default, as everywhere; the portal's page may choose another language. */
const localeOf = ({ locale }: EmbedOptions) =>
  locale ?? (document.documentElement.lang.startsWith('en') ? 'en-US' : 'zh-CN');

function useScheme({ theme = 'light' }: EmbedOptions): Scheme {
  const systemIsDark = useMedia('(prefers-color-scheme: dark)');
  if (theme !== 'system') return theme;
  return systemIsDark ? 'dark' : 'light';
}

/** One embedded remote in a portal's page, from the loading state to the remote itself. */
export function AreaRoot({ place, start, surface, options, version }: AreaProps) {
  const locale = localeOf(options);
  const theme = useScheme(options);
  const brand = useBrand(place.element, version);
  const [stage, setStage] = useState<Stage>(LOADING);
  const [attempt, setAttempt] = useState<Promise<BootReply>>(() => start.boot);

  useEffect(() => {
    let gone = false;
    let leave: (() => void) | undefined;
    const { options: requested, dispatch } = place;
    void attempt.then((reply) => {
      if (gone) return;
      const next = checkBootReply(reply, requested, locale);
      if (next.is === 'settled') leave = next.leave;
      else reportFailure(dispatch, next.why, locale);
      setStage(next);
    });
    return () => {
      gone = true;
      leave?.();
    };
    // Another language is no other remote.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [attempt, place]);

  const retry = () => {
    setStage(LOADING);
    setAttempt(readBoot(start.origin, options));
  };
  const inside = { ...surface, key: `${surface.key}f`, brand, nonce: options.nonce };
  return (
    <UiProvider locale={locale} theme={theme} inside={inside}>
      {stage.is === 'loading' && <AreaLoading retry={retry} />}
      {stage.is === 'failed' && <AreaFailed why={stage.why} retry={retry} />}
      {stage.is === 'settled' && (
        <KernelProvider>
          <Area {...{ place, options, locale, theme, brand, surface }} settled={stage} />
        </KernelProvider>
      )}
    </UiProvider>
  );
}
