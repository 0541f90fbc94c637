import ExclamationCircleOutlined from '@ant-design/icons/ExclamationCircleOutlined';
import type { Fault } from '@sitedeck/contract';
import { Button, Reference, sharedTexts, useText } from '@sitedeck/ui/core';
import { useRef } from 'react';
import type { Retry } from './block-state';
import { homeTexts } from './home-texts';

interface Props {
  readonly what: string;
  readonly fault: Fault;
  readonly isRetrying: boolean;
  readonly retry: Retry;
}

/** Why a block of Home shows nothing. A forbidden block offers no retry. */
export function BlockFault({ what, fault, isRetrying, retry }: Props) {
  const text = useText(homeTexts);
  const shared = useText(sharedTexts);
  const place = useRef<HTMLDivElement>(null);
  const forbidden = fault.code === '403';
  return (
    <div className="sh-block-fault" role="alert" ref={place}>
      <ExclamationCircleOutlined aria-hidden />
      <p>
        <strong>{forbidden ? text('forbidden') : what}</strong> {fault.message}
        {fault.id !== undefined && <Reference id={fault.id} />}
      </p>
      {!forbidden && (
        <Button
          size="small"
          aria-label={text('retryWhat', { what })}
          loading={isRetrying}
          onClick={() => retryAt(place.current, retry)}
        >
          {shared('act.retry')}
        </Button>
      )}
    </div>
  );
}

/** The button may disappear after it was used: the focus moves on to the block. */
function retryAt(place: HTMLElement | null, retry: Retry): void {
  place?.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true });
  void retry();
}
