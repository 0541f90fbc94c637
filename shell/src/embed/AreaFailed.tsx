import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import { Button, FailedState, useText } from '@sitedeck/ui/core';
import { remoteTexts } from '../remotes/remote-texts';
import type { EmbedFailure } from './embed-failure';
import { embedTexts } from './embed-texts';
import { failureText } from './failure-text';

interface Props {
  readonly why: EmbedFailure;
  /** The remote's title, if known. */
  readonly title?: string;
  /** Name and version, to quote in a support request. */
  readonly about?: string;
  readonly reference?: string;
  readonly retry: () => void;
}

/** Shows inside its element why the remote is missing; the portal around it stays untouched. */
export function AreaFailed({ why, title, about, reference, retry }: Props) {
  const text = useText(embedTexts);
  const words = useText(remoteTexts);
  return (
    <FailedState
      title={title === undefined ? text('failed') : words('failed', { title })}
      text={failureText(why, text, words)}
      reference={reference}
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
