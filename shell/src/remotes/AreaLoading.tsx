import { REMOTE_SLOW_MS } from '@sitedeck/contract';
import { formatDuration } from '@sitedeck/sdk';
import { Button, useText } from '@sitedeck/ui/core';
import { useEffect, useState } from 'react';
import { LateSkeleton, useElapsed } from './LateSkeleton';
import { remoteTexts } from './remote-texts';

interface Props {
  readonly retry: () => void;
}

/** Nothing for 300 ms, then a skeleton, from 4 s on a message about the slow network. */
export function AreaLoading({ retry }: Props) {
  const slow = useElapsed(REMOTE_SLOW_MS);
  return <LateSkeleton>{slow && <SlowNotice retry={retry} />}</LateSkeleton>;
}

function SlowNotice({ retry }: Props) {
  const text = useText(remoteTexts);
  const [elapsed, setElapsed] = useState(REMOTE_SLOW_MS);
  useEffect(() => {
    const timer = setInterval(() => setElapsed((ms) => ms + 1000), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <p role="status" className="sd-remote-slow">
      {text('slow')} {formatDuration(elapsed)} <Button onClick={retry}>{text('reload')}</Button>
    </p>
  );
}
