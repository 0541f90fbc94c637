import type { Fault } from '@sitedeck/contract';
import { Button, FaultNotice, sharedTexts, useText } from '@sitedeck/ui/core';
import { appTexts } from './app-texts';

interface Props {
  readonly fault: Fault;
  readonly retry: () => void;
}

/** A check that could not be made. */
export function CheckFailed({ fault, retry }: Props) {
  const text = useText(appTexts);
  const shared = useText(sharedTexts);
  return (
    <FaultNotice
      what={text('check.failed')}
      fault={fault}
      actions={
        <Button size="small" onClick={retry}>
          {shared('act.retry')}
        </Button>
      }
    />
  );
}
