import WarningOutlined from '@ant-design/icons/WarningOutlined';
import { queryTaskList } from '@sitedeck/contract';
import { call, kernel, pollTasksNow, useCurrentHost } from '@sitedeck/sdk';
import { Button, useText } from '@sitedeck/ui/core';
import { useEffect, useState } from 'react';
import type { EmbedPlace } from './embed-door';
import { embedTexts } from './embed-texts';

/** The portal has no token any more: everything stays as it is, and goes on once there is one again. */
export function AuthBar({ tell }: { readonly tell: EmbedPlace['tell'] }) {
  const text = useText(embedTexts);
  const { hostCode } = useCurrentHost().hostService;
  const [needed, setNeeded] = useState(false);

  useEffect(
    () =>
      kernel().events.on('auth-required', () => {
        setNeeded((before) => {
          // Many calls fail together: one event.
          if (!before) queueMicrotask(() => tell('auth-required', {}));
          return true;
        });
      }),
    [tell],
  );

  const retry = async () => {
    kernel().access.retry();
    setNeeded(false);
    await call(queryTaskList, { params: { hostCode } }, { quiet: true }).then(pollTasksNow, () => undefined);
  };
  return (
    <div role="alert">
      {needed && (
        <p className="se-bar se-bar-warning">
          <WarningOutlined aria-hidden />
          <span>{text('auth')}</span>
          <Button onClick={() => void retry()}>{text('retry')}</Button>
        </p>
      )}
    </div>
  );
}
