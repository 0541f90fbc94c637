import type { CatalogueApp, InstalledApp } from '@sitedeck/contract';
import { pollTasksNow, toFault, useCurrentHost } from '@sitedeck/sdk';
import { sharedTexts, Skeleton, useBlocked, useConfirm, useText, useTranslator } from '@sitedeck/ui/core';
import { FormDialog, type FormOutcome } from '@sitedeck/ui/form-dialog';
import { useRef } from 'react';
import { appsApi } from '../apps.api';
import { appFolder } from './app-folder';
import { appTexts } from './app-texts';
import { CheckFailed } from './CheckFailed';
import { CheckList } from './CheckList';
import { InstallChanges } from './InstallChanges';
import { InstallFields } from './InstallFields';
import { keepInstall } from './started-installs';
import { useCheck, type CheckState } from './use-check';
import { useInstallForm, type InstallFormState } from './use-install-form';
import { useOverwritten, useRequirements } from './use-requirements';
import { useSettled } from '@sitedeck/ui/use-settled';

interface Props {
  readonly app: CatalogueApp;
  readonly installed: readonly InstalledApp[];
  readonly onGone: () => void;
}

/** Asks where and how an app is installed, and says what that finds and changes. */
export function InstallDialog({ app, installed, onGone }: Props) {
  const text = useText(appTexts);
  const blocked = useBlocked();
  const name = app.name[useTranslator().locale];
  const first = useRef<HTMLInputElement>(null);
  const state = useInstallForm(app, installed);
  const check = useInstallCheck(app, state);
  const requirements = useRequirements();
  const { prefix } = state.form;
  const folder = appFolder(state.form.folder) ?? state.form.folder;
  const rows = check.is === 'done' ? requirements(check.check, { folder, prefix }) : [];
  const lacking = rows.find(({ is }) => is === 'bad');
  const submit = useInstall({ app, state, check });
  return (
    <FormDialog
      className="tl-form ap-dialog"
      title={text('install.title', { name, version: app.version })}
      confirm={text('install.confirm')}
      reason={blocked(text('install.confirm')) ?? lacking?.text}
      busy={check.is === 'checking'}
      failed={text('install.failed')}
      submit={submit}
      begins
      first={first}
      onGone={onGone}
    >
      <InstallFields app={app} state={state} first={first} />
      <section>
        <h3>{text('requirements')}</h3>
        {check.is === 'failed' && <CheckFailed {...check} />}
        {check.is === 'checking' && <Skeleton active title={false} paragraph={{ rows: 3 }} />}
        <CheckList rows={rows} label={text('requirements')} />
      </section>
      <InstallChanges app={app} folder={folder} prefix={prefix} />
    </FormDialog>
  );
}

/** The check of the entered folder and prefix, once both have been unchanged for a moment. */
function useInstallCheck(app: CatalogueApp, { form, isWrong }: InstallFormState): CheckState<'install'> {
  const entered =
    isWrong('folder') || isWrong('prefix') ? '' : JSON.stringify([appFolder(form.folder), form.prefix]);
  const settled = useSettled(entered);
  const [folder, prefix] = settled === '' ? [] : (JSON.parse(settled) as readonly string[]);
  const body =
    folder === undefined || prefix === undefined
      ? undefined
      : ({ act: 'install', app: app.app, folder, prefix: app.prefix === undefined ? null : prefix } as const);
  const check = useCheck('install', body);
  // What the last check has found is not true of the folder that is typed now.
  return settled === entered ? check : { is: entered === '' ? 'idle' : 'checking' };
}

interface Installing {
  readonly app: CatalogueApp;
  readonly state: InstallFormState;
  readonly check: CheckState<'install'>;
}

/** Sends the form; files that would be overwritten are asked about first. */
function useInstall({ app, state, check }: Installing): () => Promise<FormOutcome> {
  const text = useText(appTexts);
  const shared = useText(sharedTexts);
  const confirm = useConfirm();
  const overwritten = useOverwritten();
  const locale = useTranslator().locale;
  const { hostCode } = useCurrentHost().hostService;
  const [install] = appsApi.useInstallAppMutation();
  return async () => {
    const { form } = state;
    const folder = appFolder(form.folder);
    if (!state.passes() || folder === undefined || check.is !== 'done') return { is: 'stay' };
    const overwrite = check.check.folder === 'occupied';
    const question = {
      body: `${overwritten(check.check)}${text('overwrite', { folder })}`,
      confirm: text('overwrite.confirm'),
      cancel: shared('act.cancel'),
    };
    if (overwrite && !(await confirm.danger(question))) return { is: 'stay' };
    const asksAdmin = app.asks.includes('admin');
    const admin = { name: form.admin, password: form.password, email: form.email };
    const { data, error } = await install({
      body: {
        ...{ app: app.app, version: app.version, folder, language: form.language, overwrite },
        prefix: app.prefix === undefined ? null : form.prefix,
        ...(app.asks.includes('title') && { title: form.title.trim() }),
        ...(asksAdmin && { admin }),
      },
    });
    pollTasksNow();
    if (!data) return { is: 'refused', fault: toFault(error) };
    const { taskId } = data;
    const kept = { taskId, hostCode, folder, name: app.name[locale], version: app.version };
    keepInstall({ ...kept, admin: asksAdmin ? admin : undefined });
    return { is: 'done' };
  };
}
