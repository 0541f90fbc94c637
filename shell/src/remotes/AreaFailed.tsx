import HomeOutlined from '@ant-design/icons/HomeOutlined';
import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import type { BootRemote } from '@sitedeck/contract';
import { Button, FailedState, useText } from '@sitedeck/ui/core';
import { useGo } from '../routing/console-context';
import type { RemoteCause } from './remote-cause';
import { remoteTexts, type RemoteTextKey } from './remote-texts';

interface Props {
  readonly title: string;
  /** Absent: a page of the shell itself. */
  readonly about?: BootRemote | undefined;
  readonly cause: RemoteCause;
  readonly reference?: string | undefined;
  /** Absent: only a page reload could help. */
  readonly retry?: (() => void) | undefined;
}

/** Why an area failed to load, and what the user can do; the rest of the console works on. */
export function AreaFailed({ title, about, cause, reference, retry }: Props) {
  const text = useText(remoteTexts);
  const go = useGo();
  const { words, way } = explain(cause);
  return (
    <FailedState
      title={text('failed', { title })}
      text={text(words)}
      reference={reference}
      actions={
        <>
          {way === 'retry' && retry && (
            <Button type="primary" icon={<ReloadOutlined />} onClick={retry}>
              {text('retry')}
            </Button>
          )}
          {way === 'refresh' && (
            <Button type="primary" icon={<ReloadOutlined />} onClick={() => location.reload()}>
              {text('refresh')}
            </Button>
          )}
          <Button icon={<HomeOutlined />} onClick={() => go('/')}>
            {text('home')}
          </Button>
        </>
      }
    >
      {about && <p className="sd-reference">{`${about.name} ${about.version}`}</p>}
    </FailedState>
  );
}

export interface Explanation {
  readonly words: RemoteTextKey;
  readonly way: 'retry' | 'refresh' | 'none';
}

export function explain(cause: RemoteCause): Explanation {
  switch (cause.is) {
    case 'missing':
      return cause.newer ? { words: 'replaced', way: 'refresh' } : { words: 'missing', way: 'retry' };
    case 'incompatible':
      return cause.why === 'console-old'
        ? { words: 'consoleOld', way: 'refresh' }
        : { words: 'remoteOld', way: 'none' };
    case 'refused':
      return { words: `refused.${cause.reason}`, way: 'refresh' };
    case 'broken':
    case 'render':
      return { words: 'code', way: 'retry' };
    default:
      return { words: cause.is, way: 'retry' };
  }
}
