import { Button, FailedState, useText } from '@sitedeck/ui/core';
import { useLocation } from 'react-router-dom';
import { useGo, useMenu } from '../routing/console-context';
import { layoutTexts } from './layout-texts';
import { Shortcuts } from '../home/Shortcuts';

const SHORTCUTS = 4;

/** The requested address is in the navigation's state. */
function addressOf(state: unknown): string {
  const from = (state as { readonly from?: unknown } | null)?.from;
  return typeof from === 'string' ? from : '/404';
}

export function NotFoundPage() {
  const text = useText(layoutTexts);
  const go = useGo();
  const state: unknown = useLocation().state;
  const shortcuts = useMenu().filter(({ path }) => path !== '/');
  return (
    <FailedState
      title={text('notFound')}
      text={text('notFound.text', { address: addressOf(state) })}
      actions={
        <Button type="primary" onClick={() => go('/')}>
          {text('notFound.home')}
        </Button>
      }
    >
      <div className="sh-not-found">
        <p>{text('notFound.shortcuts')}</p>
        <Shortcuts nodes={shortcuts.slice(0, SHORTCUTS)} />
      </div>
    </FailedState>
  );
}
