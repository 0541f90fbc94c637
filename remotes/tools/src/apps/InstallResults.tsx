import { CloseOutlined } from '@ant-design/icons';
import { useCurrentHost, useTask } from '@sitedeck/sdk';
import { IconButton, InlineAlert, SecretField, sharedTexts, useConfirm, useText } from '@sitedeck/ui/core';
import { useEffect } from 'react';
import { appsApi } from '../apps.api';
import { appTexts } from './app-texts';
import { Facts } from '../frame/Facts';
import { Findings } from './Findings';
import { forgetInstall, useStartedInstalls, type StartedInstall } from './started-installs';

/** The apps that this page has installed, with what the owner needs to sign in, until each is closed. */
export function InstallResults() {
  const { hostCode } = useCurrentHost().hostService;
  return useStartedInstalls()
    .filter((install) => install.hostCode === hostCode)
    .map((install) => <InstallResult key={install.taskId} install={install} />);
}

function InstallResult({ install }: { readonly install: StartedInstall }) {
  const text = useText(appTexts);
  const shared = useText(sharedTexts);
  const confirm = useConfirm();
  const { taskId, folder, name, version, admin } = install;
  const task = useTask(taskId);
  const status = task?.taskStatus;
  const { data } = appsApi.useListInstalledAppsQuery({});
  const isVain = status === 'RUNNING_FAIL' || status === 'STOP';
  useEffect(() => {
    if (isVain) forgetInstall(taskId);
  }, [isVain, taskId]);
  if (task?.taskStatus !== 'RUNNING_SUCCESS') return null;
  const app = data?.apps.find((one) => one.folder === folder);
  // The password would be gone for good, so a slip must not close the notice.
  const close = async () => {
    const question = { body: text('result.close'), confirm: text('result.close.confirm') };
    if (!admin || (await confirm.danger(question))) forgetInstall(taskId);
  };
  const link = (address: string) => (
    <a href={address} target="_blank" rel="noreferrer">
      {address}
    </a>
  );
  return (
    <InlineAlert
      kind="success"
      role="status"
      actions={
        <IconButton
          size="small"
          icon={<CloseOutlined />}
          label={shared('act.close')}
          onClick={() => void close()}
        />
      }
    >
      <div className="ap-result">
        <strong>{text('result', { name, version, folder })}</strong>
        <Facts
          facts={[
            ...(app ? [{ name: text('column.address'), value: link(app.address) }] : []),
            ...(app?.signIn ? [{ name: text('result.signIn'), value: link(app.signIn) }] : []),
            ...(admin
              ? [
                  { name: text('field.admin'), value: admin.name },
                  {
                    name: text('field.password'),
                    value: <SecretField name={text('field.password')} value={admin.password} />,
                  },
                ]
              : []),
          ]}
        />
        {admin && <p className="sd-secondary sd-small">{text('result.hint')}</p>}
        {/* Before the rewrite rules are set, pages would be missing. A repeated configuration examines again. */}
        {app && task.postStatus !== 'CONFIGURATION' && <Findings key={task.postStatus} id={app.id} />}
      </div>
    </InlineAlert>
  );
}
