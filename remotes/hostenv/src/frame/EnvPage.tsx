import { useLock } from '@sitedeck/sdk';
import { PageHeader, useText } from '@sitedeck/ui/core';
import { PageContent, type PageState } from '@sitedeck/ui/page-state';
import type { ReactNode } from 'react';
import { frameTexts } from './frame-texts';
import { FrameActions } from './FrameActions';

/** Last part of each page's address. */
export type EnvPageName = 'home' | 'pseudoStatic' | '301' | '404' | 'errorInfo' | 'mime' | 'php' | 'dNet';

interface Props<Data> {
  readonly page: EnvPageName;
  readonly state: PageState<Data>;
  /** Renders status line, body and save bar once the settings have been read. */
  readonly children: (data: Data) => ReactNode;
}

/**
 * The frame of one settings page: its heading with history and reset, then the page, or its loading or error
 * state.
 */
export function EnvPage<Data>({ page, state, children }: Props<Data>) {
  const text = useText(frameTexts);
  const lock = useLock();
  return (
    <>
      <PageHeader
        title={text(`title.${page}`)}
        purpose={text(`purpose.${page}`)}
        locked={lock.is === 'locked'}
        actions={<FrameActions />}
      />
      <PageContent state={state} failed={text('page.failed')} forbidden={text('page.forbidden')}>
        {children}
      </PageContent>
    </>
  );
}
