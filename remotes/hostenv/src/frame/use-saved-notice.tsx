import { ExportOutlined } from '@ant-design/icons';
import { TASK_TOAST_MS } from '@sitedeck/contract';
import { useCurrentHost } from '@sitedeck/sdk';
import { App, Button, useText } from '@sitedeck/ui/core';
import { hostEnvApi } from '../hostenv.api';
import { frameTexts } from './frame-texts';
import { inOrder, madeFrom } from './save-order';

export interface SavedNotice {
  /** What was done, as a short sentence. */
  readonly done: string;
  /** Version now in force. */
  readonly version: number;
  /** Something else is in force than before; else it was only kept. */
  readonly isNew?: boolean;
  /** 撤销 is offered: it brings the version before back, unless somebody was faster. */
  readonly undo?: boolean;
}

const KEY = 'hostenv.saved';

/** 已生效, with the way to look at it from outside and, for what is done at once, the way back. */
export function useSavedNotice(): (notice: SavedNotice) => void {
  const { notification, message } = App.useApp();
  const { testUrl, hostService } = useCurrentHost();
  const { hostCode } = hostService;
  const text = useText(frameTexts);
  const [revert] = hostEnvApi.useRevertConfigMutation();

  const goBack = async (version: number) => {
    notification.destroy(KEY);
    const { data } = await inOrder(() => revert({ params: { to: version - 1 }, query: { version } }));
    // A refusal has been told by the shell.
    if (!data) return;
    madeFrom(hostCode, version, data.version);
    void message.success(text('save.undone'));
  };

  return ({ done, version, undo = false, isNew = true }) =>
    notification.success({
      key: KEY,
      title: text(isNew ? 'save.saved' : 'save.kept'),
      description: done,
      duration: TASK_TOAST_MS / 1000,
      role: 'status',
      actions: (
        <span className="sd-row">
          {undo && version > 1 && (
            <Button size="small" onClick={() => void goBack(version)}>
              {text('act.undo')}
            </Button>
          )}
          {testUrl && (
            <Button size="small" href={testUrl} target="_blank" rel="noreferrer" icon={<ExportOutlined />}>
              {text('act.visit')}
            </Button>
          )}
        </span>
      ),
    });
}
