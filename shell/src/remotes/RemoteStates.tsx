import HomeOutlined from '@ant-design/icons/HomeOutlined';
import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import { REMOTE_SLOW_MS } from '@sitedeck/contract';
import { formatDuration } from '@sitedeck/sdk';
import { Button, FailedState, FaultNotice, PageHeader, useText } from '@sitedeck/ui/core';
import { useEffect, useState } from 'react';
import { useGo } from '../routing/console-context';
import type { Compatibility } from './compatibility';
import { LateSkeleton, usePassed } from './LateSkeleton';
import { remoteTexts } from './remote-texts';

interface Retry {
  readonly retry: () => void;
}

/** Nothing for 300 ms, a skeleton, from 4 s on the truth about the network. */
export function RemoteLoading({ retry }: Retry) {
  const slow = usePassed(REMOTE_SLOW_MS);
  return <LateSkeleton>{slow && <SlowNotice retry={retry} />}</LateSkeleton>;
}

function SlowNotice({ retry }: Retry) {
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

export function RemoteFailed({
  title,
  error,
  retry,
}: Retry & { readonly title: string; readonly error: unknown }) {
  const text = useText(remoteTexts);
  const go = useGo();
  return (
    <FailedState
      title={text('failed', { title })}
      text={isNetworkError(error) ? text('failedNetwork') : text('failedCode')}
      actions={
        <>
          <Button type="primary" icon={<ReloadOutlined />} onClick={retry}>
            {text('retry')}
          </Button>
          <Button icon={<HomeOutlined />} onClick={() => go('/')}>
            {text('home')}
          </Button>
        </>
      }
    />
  );
}

/** Of the federation runtime (entry), of webpack (chunks). */
const isNetworkError = (error: unknown): boolean =>
  error instanceof Error &&
  /ScriptNetworkError|ChunkLoadError|RUNTIME-008/.test(`${error.name} ${error.message}`);

export function RemoteIncompatible({
  title,
  why,
}: {
  readonly title: string;
  readonly why: Exclude<Compatibility, 'fits'>;
}) {
  const text = useText(remoteTexts);
  const isOld = why === 'console-old';
  return (
    <>
      <PageHeader title={title} takesFocus />
      <FaultNotice
        what={text(isOld ? 'consoleOld' : 'remoteOld')}
        actions={
          isOld && (
            <Button type="primary" onClick={() => location.reload()}>
              {text('refresh')}
            </Button>
          )
        }
      />
    </>
  );
}
