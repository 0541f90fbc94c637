import type { InstalledApp } from '@sitedeck/contract';
import { pollTasksNow, toFault } from '@sitedeck/sdk';
import { Skeleton, useBlocked, useText, useTranslator } from '@sitedeck/ui/core';
import { FormDialog, type FormOutcome } from '@sitedeck/ui/form-dialog';
import { appsApi } from '../apps.api';
import { appTexts } from './app-texts';
import { ChangedFiles } from './ChangedFiles';
import { CheckFailed } from './CheckFailed';
import { CheckList } from './CheckList';
import { useCheck } from './use-check';
import { useEnvironment } from './use-requirements';

interface Props {
  readonly app: InstalledApp;
  readonly onGone: () => void;
}

/** Confirms an update: what it replaces, what is saved first, and how to go back. */
export function UpdateDialog({ app, onGone }: Props) {
  const text = useText(appTexts);
  const blocked = useBlocked();
  const name = app.name[useTranslator().locale];
  const version = app.update ?? app.version;
  const [send] = appsApi.useUpdateAppMutation();
  const check = useCheck('update', { act: 'update', id: app.id });
  const environment = useEnvironment();
  const rows = check.is === 'done' ? [environment(check.check)] : [];
  const lacking = rows.find(({ is }) => is === 'bad');
  const submit = async (): Promise<FormOutcome> => {
    if (check.is !== 'done') return { is: 'stay' };
    const { error } = await send({ body: { id: app.id, version } });
    pollTasksNow();
    return error === undefined ? { is: 'done' } : { is: 'refused', fault: toFault(error) };
  };
  return (
    <FormDialog
      className="tl-form ap-dialog"
      title={text('update.title', { name, version })}
      confirm={text('update.confirm')}
      reason={blocked(text('update.confirm')) ?? lacking?.text}
      busy={check.is === 'checking'}
      failed={text('update.failed')}
      submit={submit}
      begins
      onGone={onGone}
    >
      <p>{text('update.body', { name, folder: app.folder, from: app.version, to: version })}</p>
      {check.is === 'failed' && <CheckFailed {...check} />}
      {check.is === 'checking' && <Skeleton active title={false} paragraph={{ rows: 2 }} />}
      <CheckList rows={rows} label={text('requirements')} />
      {check.is === 'done' && <ChangedFiles check={check.check} />}
    </FormDialog>
  );
}
