import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import { Button, FailedState, useText } from '@sitedeck/ui/core';
import type { EmbedFailure } from './embed-failure';
import { embedTexts } from './embed-texts';

interface Props {
  readonly why: EmbedFailure;
  /** Of the remote, where it is known. */
  readonly title?: string;
  readonly reference?: string;
  readonly retry: () => void;
}

/** Says why the remote is not there, inside its place; the portal around it is left alone. */
export function AreaFailed({ why, title, reference, retry }: Props) {
  const text = useText(embedTexts);
  return (
    <FailedState
      title={title === undefined ? text('failed.plain') : text('failed', { title })}
      text={useWords(why)}
      reference={reference}
      actions={
        <Button type="primary" icon={<ReloadOutlined />} onClick={retry}>
          {text('retry')}
        </Button>
      }
    />
  );
}

function useWords(why: EmbedFailure): string {
  const text = useText(embedTexts);
  switch (why.is) {
    case 'network':
    case 'tampered':
    case 'crashed':
    case 'incompatible':
      return text(why.is);
    case 'auth-required':
      return text('auth');
    case 'name-mismatch':
      return text('nameMismatch');
    case 'host-mismatch':
      return text('hostMismatch', { host: why.host });
    case 'host-conflict':
      return text('hostConflict', { open: why.open });
    case 'refused':
      return why.message;
  }
}
