import type { TaskProgress as Progress } from '@sitedeck/contract';
import { serverNow } from '@sitedeck/sdk';
import Button from 'antd/es/button';
import { useEffect, useRef, useState } from 'react';
import { sharedTexts } from '../i18n/shared-texts';
import { useLocaleFormat } from '../i18n/use-format';
import { useText } from '../i18n/use-text';
import { shareDone, timeLeft, type Sample } from './measure';
import { ProgressBar } from './ProgressBar';
import { DOT, progressParts } from './progress-line';
import { useSpokenProgress } from './use-spoken-progress';

interface Props {
  /** The label of the work: 上传文件, or a file name. */
  readonly name: string;
  readonly progress: Progress;
  /** The bar alone, or the bar with the figures below. */
  readonly size?: 'bar' | 'full';
  /** When the task began, ms since 1970: a view opened later can estimate at once. */
  readonly startedAt?: number | undefined;
  /**
   * The work is paused, as for its owner or the connection: no remaining time is shown, and the estimate
   * restarts afterwards.
   */
  readonly stands?: boolean | undefined;
  /** Called by the cancel button. */
  readonly onCancel?: (() => void) | undefined;
  /** Cancelling was requested but has not ended yet: the button shows that. */
  readonly cancelling?: boolean | undefined;
}

/** Shows only figures of the server, and an estimate only once there is data for it. */
export function TaskProgress({
  name,
  progress,
  size = 'full',
  startedAt,
  stands = false,
  onCancel,
  cancelling = false,
}: Props) {
  const text = useText(sharedTexts);
  const format = useLocaleFormat();
  const left = useTimeLeft(progress, { startedAt, stands });
  const share = shareDone(progress);
  const spoken = useSpokenProgress(name, share);

  return (
    <div className="sd-progress">
      <div className="sd-progress-main">
        <ProgressBar name={name} share={share} />
        {onCancel && (
          <Button
            size="small"
            aria-label={cancelling ? undefined : text('progress.cancel', { name })}
            onClick={() => cancelling || onCancel()}
            aria-disabled={cancelling}
            className={cancelling ? 'sd-off' : ''}
          >
            {text(cancelling ? 'act.cancelling' : 'act.cancel')}
          </Button>
        )}
      </div>
      {size === 'full' && <Line parts={progressParts(progress, stands ? 'none' : left, { text, format })} />}
      <span className="sd-visually-hidden" role="status">
        {spoken}
      </span>
    </div>
  );
}

/** Breaks lines between parts, never inside one. */
function Line({ parts }: { readonly parts: readonly string[] }) {
  return (
    <p className="sd-progress-line">
      {parts.map((part, index) => (
        <span key={part}>{index < parts.length - 1 ? part + DOT : part}</span>
      ))}
    </p>
  );
}

interface Run {
  readonly startedAt: number | undefined;
  readonly stands: boolean;
}

function useTimeLeft(progress: Progress, { startedAt, stands }: Run): number | undefined {
  const first = useRef<Sample>(undefined);
  const stood = useRef(false);
  const [left, setLeft] = useState<number>();
  const share = shareDone(progress);
  useEffect(() => {
    const now = serverNow();
    if (stands) {
      stood.current = true;
      first.current = undefined;
    } else if (share !== undefined) first.current ??= { at: now, share };
    const since = stood.current ? undefined : startedAt;
    setLeft(timeLeft(progress, { first: first.current, startedAt: since, now }));
  }, [progress, share, startedAt, stands]);
  return left;
}
