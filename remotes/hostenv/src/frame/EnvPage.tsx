import type { Fault } from '@sitedeck/contract';
import { useLock } from '@sitedeck/sdk';
import { Button, FaultNotice, PageHeader, Skeleton, useText } from '@sitedeck/ui/core';
import type { PageState } from '@sitedeck/ui/page-state';
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
      {state.is === 'ready' ? children(state.data) : <NotReady state={state} />}
    </>
  );
}

type Waiting = Exclude<PageState<unknown>, { is: 'ready' }>;

function NotReady({ state }: { readonly state: Waiting }) {
  const text = useText(frameTexts);
  if (state.is === 'loading') return <Loading />;
  if (state.is === 'forbidden') return <FaultNotice what={text('page.forbidden')} fault={state.fault} />;
  return <Failed fault={state.fault} retry={state.retry} />;
}

function Failed({ fault, retry }: { readonly fault: Fault; readonly retry: () => void }) {
  const text = useText(frameTexts);
  return (
    <FaultNotice
      what={text('page.failed')}
      fault={fault}
      actions={<Button onClick={retry}>{text('act.retry')}</Button>}
    />
  );
}

function Loading() {
  return (
    <div aria-busy="true">
      <Skeleton active paragraph={{ rows: 6 }} />
    </div>
  );
}
