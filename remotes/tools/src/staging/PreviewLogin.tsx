import { CloseOutlined } from '@ant-design/icons';
import { useCurrentHost } from '@sitedeck/sdk';
import { IconButton, InlineAlert, SecretField, sharedTexts, useConfirm, useText } from '@sitedeck/ui/core';
import { Facts } from '../frame/Facts';
import { forgetLogin, useShownLogin } from './shown-logins';
import { stagingTexts } from './staging-texts';

/** Name and password of the preview address, until it is closed: the password can't be shown again. */
export function PreviewLogin() {
  const text = useText(stagingTexts);
  const shared = useText(sharedTexts);
  const confirm = useConfirm();
  const { hostCode } = useCurrentHost().hostService;
  const login = useShownLogin(hostCode);
  if (!login) return null;
  // A slip must not close the notice.
  const close = async () => {
    const question = { body: text('login.close'), confirm: text('login.close.confirm') };
    if (await confirm.danger(question)) forgetLogin(hostCode);
  };
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
      <div className="tl-stack">
        <strong>{text('login.title')}</strong>
        <Facts
          facts={[
            { name: text('login.user'), value: login.user },
            {
              name: text('login.password'),
              value: <SecretField name={text('login.password')} value={login.password} />,
            },
          ]}
        />
      </div>
    </InlineAlert>
  );
}
