import ExclamationCircleOutlined from '@ant-design/icons/ExclamationCircleOutlined';
import { Button, Reference, sharedTexts, useText } from '@sitedeck/ui/core';
import { explain } from '../remotes/AreaFailed';
import type { RemoteCause } from '../remotes/remote-cause';
import { remoteTexts } from '../remotes/remote-texts';
import type { CardSlot } from './home-slots';
import { homeTexts } from './home-texts';

interface Props {
  readonly slot: CardSlot;
  readonly cause: RemoteCause;
  readonly reference?: string | undefined;
  readonly retry?: (() => void) | undefined;
}

/** Why the card of a remote is missing; names the remote, and whether a retry makes sense. */
export function CardFailed({ slot: { title, remote }, cause, reference, retry }: Props) {
  const text = useText(homeTexts);
  const remotes = useText(remoteTexts);
  const shared = useText(sharedTexts);
  const { words, way } = explain(cause);
  const what = text('card.failed', { title });
  return (
    <div className="sh-block-fault" role="alert">
      <ExclamationCircleOutlined aria-hidden />
      <p>
        <strong>{what}</strong> {remotes(words)}{' '}
        <span className="sd-reference">{`${remote.name} ${remote.version}`}</span>
        {reference !== undefined && <Reference id={reference} />}
      </p>
      {way === 'retry' && retry && (
        <Button size="small" aria-label={text('retryWhat', { what })} onClick={retry}>
          {shared('act.retry')}
        </Button>
      )}
      {way === 'refresh' && (
        <Button size="small" onClick={() => location.reload()}>
          {remotes('refresh')}
        </Button>
      )}
    </div>
  );
}
