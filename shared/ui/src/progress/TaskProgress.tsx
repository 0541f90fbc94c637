import { shareDone, type TaskProgress as Progress } from '@sitedeck/contract';
import { serverNow } from '@sitedeck/sdk';
import Button from 'antd/es/button';
import { useEffect, useRef, useState } from 'react';
import { sharedTexts } from '../i18n/shared-texts';
import { useLocaleFormat } from '../i18n/use-format';
import { useText } from '../i18n/use-text';
import { timeLeft, type Sample } from './measure';
import { DOT, progressParts } from './progress-line';
import { ProgressBar } from './ProgressBar';

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
  readonly isPaused?: boolean | undefined;
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
  isPaused = false,
  onCancel,
  cancelling = false,
}: Props) {
  const text = useText(sharedTexts);
  const format = useLocaleFormat();
  const left = useTimeLeft(progress, { startedAt, isPaused });
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
      {size === 'full' && (
        <Line parts={progressParts(progress, isPaused ? 'none' : left, { text, format })} />
      )}
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
  readonly isPaused: boolean;
}

function useTimeLeft(progress: Progress, { startedAt, isPaused }: Run): number | undefined {
  const first = useRef<Sample>(undefined);
  const wasPaused = useRef(false);
  const [left, setLeft] = useState<number>();
  const share = shareDone(progress);
  useEffect(() => {
    const now = serverNow();
    if (isPaused) {
      wasPaused.current = true;
      first.current = undefined;
    } else if (share !== undefined) first.current ??= { at: now, share };
    const since = wasPaused.current ? undefined : startedAt;
    setLeft(timeLeft(progress, { first: first.current, startedAt: since, now }));
  }, [progress, share, startedAt, isPaused]);
  return left;
}

/**
 * Announces the start, every 25 % and the end to screen readers: the figure itself changes too often to be read
 * out. The text stays the same in between, and a live region speaks only when it changes.
 */
function useSpokenProgress(name: string, share: number | undefined): string {
  const text = useText(sharedTexts);
  const quarter = share === undefined ? 0 : Math.floor(share * 4);
  if (quarter === 0) return text('progress.started', { name });
  if (quarter === 4) return text('progress.ended', { name });
  return text('progress.at', { name, percent: `${quarter * 25}%` });
}
