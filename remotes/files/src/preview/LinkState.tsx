import { Button, FaultNotice, Skeleton, useText } from '@sitedeck/ui/core';
import type { Fault } from '@sitedeck/contract';
import { previewTexts } from './preview-texts';

type State =
  { readonly is: 'loading' } | { readonly is: 'failed'; readonly fault: Fault } | { readonly is: 'ready' };

/** Loading or failed state of a preview. */
export function LinkState({ state, onRetry }: { readonly state: State; readonly onRetry: () => void }) {
  const text = useText(previewTexts);
  if (state.is === 'loading') return <Skeleton active aria-label={text('loading')} />;
  if (state.is === 'ready') return null;
  const retry = <Button onClick={onRetry}>{text('retry')}</Button>;
  return <FaultNotice what={text('fail')} fault={state.fault} actions={retry} />;
}
