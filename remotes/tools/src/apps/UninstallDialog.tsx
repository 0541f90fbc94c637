import { uninstallApp, type AppCheck, type InstalledApp } from '@sitedeck/contract';
import { call, pollTasksNow, toFault } from '@sitedeck/sdk';
import {
  InlineAlert,
  Skeleton,
  useBlocked,
  useLocaleFormat,
  useText,
  useTranslator,
  useVerify,
} from '@sitedeck/ui/core';
import { FormDialog, type FormOutcome } from '@sitedeck/ui/form-dialog';
import { DOCUMENT_ROOT, appsInside } from './app-folder';
import { appTexts } from './app-texts';
import { CheckFailed } from './CheckFailed';
import { useCheck } from './use-check';

interface Props {
  readonly app: InstalledApp;
  /** All apps of this host. */
  readonly installed: readonly InstalledApp[];
  readonly onGone: () => void;
}

/** Confirms an uninstallation, which needs a step-up: what goes, what is saved first, and how to go back. */
export function UninstallDialog({ app, installed, onGone }: Props) {
  const text = useText(appTexts);
  const blocked = useBlocked();
  const locale = useTranslator().locale;
  const name = app.name[locale];
  const uninstall = useUninstall(app);
  const check = useCheck('uninstall', { act: 'uninstall', id: app.id });
  const inside = appsInside(app.folder, installed);
  return (
    <FormDialog
      className="tl-form ap-dialog"
      title={text('uninstall.title', { name })}
      confirm={text('uninstall.confirm')}
      reason={blocked(text('uninstall.confirm'))}
      busy={check.is === 'checking'}
      danger
      failed={text('uninstall.failed')}
      submit={() => (check.is === 'done' ? uninstall() : Promise.resolve({ is: 'stay' }))}
      begins
      onGone={onGone}
    >
      <p>{text('uninstall.body')}</p>
      {app.folder === DOCUMENT_ROOT && <InlineAlert kind="danger">{text('uninstall.root')}</InlineAlert>}
      {inside.length > 0 && (
        <InlineAlert kind="danger">
          {text('uninstall.inside', {
            apps: inside.map((one) => `${one.name[locale]} (${one.folder})`).join(', '),
          })}
        </InlineAlert>
      )}
      {check.is === 'failed' && <CheckFailed {...check} />}
      {check.is === 'checking' && <Skeleton active title={false} paragraph={{ rows: 2 }} />}
      {check.is === 'done' && <Gone app={app} check={check.check} />}
    </FormDialog>
  );
}

interface GoneProps {
  readonly app: InstalledApp;
  readonly check: Extract<AppCheck, { act: 'uninstall' }>;
}

/** What goes: the folder with everything in it, and the tables. */
function Gone({ app, check: { files, bytes, tables } }: GoneProps) {
  const text = useText(appTexts);
  const format = useLocaleFormat();
  return (
    <section>
      <h3>{text('gone')}</h3>
      <ul className="ap-changes">
        <li>
          {text('gone.folder', {
            ...{ folder: app.folder, count: files, files: format.number(files), bytes: format.bytes(bytes) },
          })}
        </li>
        {app.prefix !== null && (
          <li>
            {text('gone.tables', { count: tables.length, tables: format.number(tables.length) })}
            <ul className="ap-paths sd-mono">
              {tables.map((table) => (
                <li key={table}>{table}</li>
              ))}
            </ul>
          </li>
        )}
      </ul>
    </section>
  );
}

function useUninstall({ id }: InstalledApp): () => Promise<FormOutcome> {
  const text = useText(appTexts);
  const verify = useVerify();
  return async () => {
    try {
      const { is } = await verify({
        act: 'uninstallApp',
        confirm: text('uninstall.confirm'),
        danger: true,
        run: (options) => call(uninstallApp, { body: { id } }, options),
      });
      pollTasksNow();
      return is === 'done' ? { is: 'done' } : { is: 'stay' };
    } catch (error) {
      return { is: 'refused', fault: toFault(error) };
    }
  };
}
