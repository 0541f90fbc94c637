import CopyOutlined from '@ant-design/icons/CopyOutlined';
import Button from 'antd/es/button';
import { useEffect, useState } from 'react';
import { sharedTexts } from '../i18n/shared-texts';
import { useText } from '../i18n/use-text';
import { IconButton } from './IconButton';
import { useCopy } from './use-copy';

/** A shown secret hides itself again after this time, ms. */
const SHOWN_MS = 30_000;
const DOTS = '••••••';

interface Props {
  /** Its label: 密码, FTP 密码. */
  readonly name: string;
  readonly value: string;
}

export function SecretField({ name, value }: Props) {
  const text = useText(sharedTexts);
  const copy = useCopy();
  const [shown, setShown] = useState(false);

  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(() => setShown(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [shown]);

  return (
    <span className="sd-secret">
      <span
        className="sd-mono"
        aria-label={shown ? undefined : text('secret.hidden')}
        role={shown ? undefined : 'img'}
      >
        {shown ? value : DOTS}
      </span>
      <Button
        type="link"
        size="small"
        aria-label={text(shown ? 'secret.hide' : 'secret.show', { name })}
        onClick={() => setShown(!shown)}
      >
        {text(shown ? 'act.hide' : 'act.show')}
      </Button>
      <IconButton
        size="small"
        icon={<CopyOutlined />}
        label={text('secret.copy', { name })}
        onClick={() => void copy(value)}
      />
    </span>
  );
}
