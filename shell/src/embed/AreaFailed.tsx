import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import { Button, FailedState, useText } from '@sitedeck/ui/core';
import { explain } from '../remotes/AreaFailed';
import { remoteTexts } from '../remotes/remote-texts';
import type { EmbedFailure } from './embed-failure';
import { embedTexts } from './embed-texts';

interface Props {
  readonly why: EmbedFailure;
  /** Of the remote, where it is known. */
  readonly title?: string;
  /** Name and version, for whoever is asked for help. */
  readonly about?: string;
  readonly retry: () => void;
}

/** Says why the remote is not there, inside its place; the portal around it is left alone. */
export function AreaFailed({ why, title, about, retry }: Props) {
  const text = useText(embedTexts);
  const words = useText(remoteTexts);
  return (
    <FailedState
      title={title === undefined ? text('failed') : words('failed', { title })}
      text={useWords(why)}
      actions={
        <Button type="primary" icon={<ReloadOutlined />} onClick={retry}>
          {text('retry')}
        </Button>
      }
    >
      {about !== undefined && <p className="sd-reference">{about}</p>}
    </FailedState>
  );
}

function useWords(why: EmbedFailure): string {
  const text = useText(embedTexts);
  const words = useText(remoteTexts);
  switch (why.is) {
    case 'auth-required':
      return text('auth');
    case 'name-mismatch':
      return text('nameMismatch');
    case 'host-mismatch':
      return text('hostMismatch', { host: why.host });
    case 'host-conflict':
      return text('hostConflict', { open: why.open });
    case 'denied':
      return why.message;
    case 'incompatible':
      return words('remoteOld');
    default:
      return words(explain(why).words);
  }
}
