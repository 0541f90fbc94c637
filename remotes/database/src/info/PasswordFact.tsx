import { SecretField, useText } from '@sitedeck/ui/core';
import { databaseApi } from '../database.api';
import { databaseTexts } from '../database-texts';

/** Shows or copies the password. It is fetched only for that, and dropped when hidden. */
export function PasswordFact() {
  const text = useText(databaseTexts);
  const [ask] = databaseApi.useShowDatabasePasswordMutation();
  // The shell announces a refusal.
  return <SecretField name={text('info.password')} read={async () => (await ask({})).data?.password} />;
}
