import { Button, FailedState, useText } from '@sitedeck/ui/core';
import { useGo, usePage } from '../routing/console-context';
import { layoutTexts } from './layout-texts';

/** A page that a suspended host does not have: the address explains itself instead of leading elsewhere. */
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
