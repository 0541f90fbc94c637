import type { Domain } from '@sitedeck/contract';
import { Button, FaultNotice, useText } from '@sitedeck/ui/core';
import { referenceOf, useRequestOf } from '../frame/request-tasks';
import { momentText } from '../frame/use-days';
import { detailTexts } from './detail-texts';

interface Props {
  readonly domain: Domain;
  readonly onRetry: () => void;
  /** Moves the focus to the DNS records. */
  readonly onHow: () => void;
}

/** Why the last certificate request failed, and what to do. Hidden while another one runs. */
export function FailureBanner({ domain, onRetry, onHow }: Props) {
  const text = useText(detailTexts);
  const task = useRequestOf(domain);
  const { failure, taskId } = domain.certificate;
  if (failure === null || taskId !== null) return null;
  const id = referenceOf(task);
  const isDnsWrong = domain.dns !== null && domain.dns.records.some(({ isRight }) => !isRight);
  return (
    <div className="dm-banner">
      <FaultNotice
        what={text('failed')}
        fault={{ message: failure.message, ...(id !== undefined && { id }) }}
        advice={failure.nextAt === null ? undefined : text('failed.next', { at: momentText(failure.nextAt) })}
        actions={
          <>
            <Button type="primary" size="small" onClick={onRetry}>
              {text('failed.retry')}
            </Button>
            {isDnsWrong && (
              <Button size="small" onClick={onHow}>
                {text('failed.how')}
              </Button>
            )}
          </>
        }
      />
    </div>
  );
}
