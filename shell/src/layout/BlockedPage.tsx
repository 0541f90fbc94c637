import { Button, FailedState, useText } from '@sitedeck/ui/core';
import { useGo, usePage } from '../routing/console-context';
import { layoutTexts } from './layout-texts';

/** A page that a suspended host does not have: it explains itself instead of redirecting. */
export function BlockedPage() {
  const text = useText(layoutTexts);
  const go = useGo();
  return (
    <FailedState
      title={usePage()?.title ?? ''}
      text={text('blocked.page')}
      actions={<Button onClick={() => go('/')}>{text('notFound.home')}</Button>}
    />
  );
}
