import { ReloadOutlined } from '@ant-design/icons';
import { Button, LockedTip, useBlocked, useText } from '@sitedeck/ui/core';
import { hostEnvApi } from '../../hostenv.api';
import { dotNetTexts } from './dotnet-texts';

/** Stops the site's application; the next visit starts it again. */
export function RestartApp() {
  const text = useText(dotNetTexts);
  const blocked = useBlocked();
  const [restart, { isLoading, isSuccess }] = hostEnvApi.useRestartAppMutation();
  return (
    <>
      <LockedTip reason={blocked(text('restart'))}>
        <Button
          size="small"
          icon={<ReloadOutlined aria-hidden />}
          loading={isLoading}
          onClick={() => void restart({})}
        >
          {text('restart')}
        </Button>
      </LockedTip>
      <span role="status" className="sd-secondary">
        {isSuccess ? text('restarted') : ''}
      </span>
    </>
  );
}
