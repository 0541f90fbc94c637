import { Button, useText } from '@sitedeck/ui/core';
import type { HostList } from './host-pager';
import { hostTexts } from './host-texts';

interface Props {
  readonly list: HostList;
  readonly onRetry: () => void;
}

/** Below the list: how many there are, that none matches, or why no more could be loaded. */
export function HostListEnd({ list, onRetry }: Props) {
  return (
    <div className="sh-hosts-end">
      <span role="status">
        <Words list={list} />
      </span>
      {(list.is === 'failed' || (list.is === 'listed' && list.next === 'failed')) && (
        <Retry onRetry={onRetry} />
      )}
    </div>
  );
}

function Words({ list }: { readonly list: HostList }) {
  const text = useText(hostTexts);
  if (list.is === 'failed') return <>{`${text('failed')} ${list.fault.message}`}</>;
  if (list.is === 'asking' || list.next === 'asked') return <>{text('asking')}</>;
  if (list.next === 'failed') return <>{text('failed.next')}</>;
  return <>{list.total === 0 ? text('none') : text('count', { count: list.total })}</>;
}

function Retry({ onRetry }: Pick<Props, 'onRetry'>) {
  const text = useText(hostTexts);
  return (
    <Button size="small" onClick={onRetry}>
      {text('retry')}
    </Button>
  );
}
