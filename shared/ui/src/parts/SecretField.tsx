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

interface NamedSecret {
  /** Its label, such as `FTP 密码`. */
  readonly name: string;
}

/** A secret that the page holds, or one that is fetched each time it is shown or copied. */
type Props = NamedSecret &
  (
    | { readonly value: string }
    /** Resolves to undefined if that was refused, which the caller announces. */
    | { readonly read: () => Promise<string | undefined> }
  );

/** Shows or copies a secret, which is in the document only while it is shown. */
export function SecretField({ name, ...secret }: Props) {
  const text = useText(sharedTexts);
  const copy = useCopy();
  const [shown, setShown] = useState<string>();
  const [reading, setReading] = useState(false);
  const isShown = shown !== undefined;

  useEffect(() => {
    if (!isShown) return;
    const timer = setTimeout(() => setShown(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isShown]);

  const fetched = async (): Promise<string | undefined> => {
    if (isShown) return shown;
    setReading(true);
    const value = 'read' in secret ? await secret.read() : secret.value;
    setReading(false);
    return value;
  };
  const toggle = async () => setShown(isShown ? undefined : await fetched());
  const take = async () => {
    const value = await fetched();
    if (value !== undefined) await copy(value);
  };

  return (
    <span className="sd-secret">
      <span
        className="sd-mono"
        aria-label={isShown ? undefined : text('secret.hidden')}
        role={isShown ? undefined : 'img'}
      >
        {shown ?? DOTS}
      </span>
      <Button
        type="link"
        size="small"
        loading={reading}
        aria-label={text(isShown ? 'secret.hide' : 'secret.show', { name })}
        onClick={() => void toggle()}
      >
        {text(isShown ? 'act.hide' : 'act.show')}
      </Button>
      <IconButton
        size="small"
        icon={<CopyOutlined />}
        label={text('secret.copy', { name })}
        onClick={() => void take()}
      />
    </span>
  );
}
