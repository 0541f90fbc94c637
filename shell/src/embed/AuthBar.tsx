import WarningOutlined from '@ant-design/icons/WarningOutlined';
import { queryTaskList } from '@sitedeck/contract';
import { call, kernel, pollTasksNow, useCurrentHost, type MissingToken } from '@sitedeck/sdk';
import { refetchFailed } from '@sitedeck/sdk/query';
import { Button, useText } from '@sitedeck/ui/core';
import { useEffect, useState } from 'react';
import type { EmbedElement } from './embed-api';
import { embedTexts } from './embed-texts';

/** Tokens belong to the page: a retry in one element hides the bars of all. */
const retries = new EventTarget();

/** Also refetches calls that failed without a token, so that their views need no retry. */
function goOn(): void {
  pollTasksNow();
  refetchFailed();
}

/** Shown when the portal's token has expired: the views stay as they are and go on once there is a new token. */
export function AuthBar({ dispatch }: { readonly dispatch: EmbedElement['dispatch'] }) {
  const text = useText(embedTexts);
  const { hostCode } = useCurrentHost().hostService;
  const [lack, setLack] = useState<MissingToken>();

  useEffect(
    () =>
      kernel().events.on('auth-required', ({ reason }) => {
        setLack((before) => {
          // Many calls fail together and emit one event.
          if (before === undefined) queueMicrotask(() => dispatch('auth-required', { reason }));
          return before ?? reason;
        });
      }),
    [dispatch],
  );

  useEffect(() => {
    const hide = () => setLack(undefined);
    retries.addEventListener('retry', hide);
    return () => retries.removeEventListener('retry', hide);
  }, []);

  const retry = async () => {
    kernel().access.retry();
    retries.dispatchEvent(new Event('retry'));
    await call(queryTaskList, { params: { hostCode } }, { quiet: true }).then(goOn, () => undefined);
  };
  return (
    <div role="alert">
      {lack && (
        <p className="se-bar se-bar-warning">
          <WarningOutlined aria-hidden />
          <span>{text(lack === 'no-answer' ? 'noAnswer' : 'auth')}</span>
          <Button onClick={() => void retry()}>{text('retry')}</Button>
        </p>
      )}
    </div>
  );
}
