import { CopyOutlined } from '@ant-design/icons';
import { Button, IconButton, sharedTexts, useCopy, useText } from '@sitedeck/ui/core';
import { useEffect, useState } from 'react';
import { databaseApi } from '../database.api';
import { databaseTexts } from '../database-texts';

/** A shown password is hidden again after this time, ms. */
const SHOWN_MS = 30_000;
const DOTS = '••••••';

/** Shows or copies the password. It is fetched only for that, and dropped when hidden. */
export function PasswordFact() {
  const text = useText(databaseTexts);
  const shared = useText(sharedTexts);
  const copy = useCopy();
  const [password, setPassword] = useState<string>();
  const [ask, { isLoading }] = databaseApi.useShowDatabasePasswordMutation();
  const isShown = password !== undefined;
  const name = text('info.password');

  useEffect(() => {
    if (!isShown) return;
    const timer = setTimeout(() => setPassword(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isShown]);

  // The shell announces a refusal.
  const read = async () => password ?? (await ask({})).data?.password;
  const toggle = async () => setPassword(isShown ? undefined : await read());
  const take = async () => {
    const value = await read();
    if (value !== undefined) await copy(value);
  };

  return (
    <>
      <span
        className="sd-mono db-break"
        {...(!isShown && { role: 'img', 'aria-label': shared('secret.hidden') })}
      >
        {password ?? DOTS}
      </span>
      <Button
        type="link"
        size="small"
        loading={isLoading}
        aria-label={shared(isShown ? 'secret.hide' : 'secret.show', { name })}
        onClick={() => void toggle()}
      >
        {shared(isShown ? 'act.hide' : 'act.show')}
      </Button>
      <IconButton
        size="small"
        icon={<CopyOutlined />}
        label={shared('secret.copy', { name })}
        onClick={() => void take()}
      />
    </>
  );
}
