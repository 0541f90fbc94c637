import { ExportOutlined } from '@ant-design/icons';
import { TASK_TOAST_MS } from '@sitedeck/contract';
import { toFault, useCurrentHost } from '@sitedeck/sdk';
import { App, Button, useText } from '@sitedeck/ui/core';
import { hostEnvApi } from '../hostenv.api';
import { frameTexts } from './frame-texts';

export interface SavedNotice {
  /** What was done, as a short sentence. */
  readonly done: string;
  /** Version now in force. */
  readonly version: number;
  /** Version that was in force before: then 撤销 brings it back, unless somebody was faster. */
  readonly before?: number | undefined;
}

const KEY = 'hostenv.saved';

/** 已生效, with the way to look at it from outside and, for what is done at once, the way back. */
export function useSavedNotice(): (notice: SavedNotice) => void {
  const { notification, message } = App.useApp();
  const { testUrl } = useCurrentHost();
  const text = useText(frameTexts);
  const [revert] = hostEnvApi.useRevertConfigMutation();

  const undo = async (before: number, version: number) => {
    notification.destroy(KEY);
    const { error } = await revert({ params: { to: before }, query: { version } });
    // A refusal has been told by the shell.
    if (!error) void message.success(text('save.undone'));
    return error && toFault(error);
  };

  return ({ done, version, before }) =>
    notification.success({
      key: KEY,
      title: text('save.saved'),
      description: done,
      duration: TASK_TOAST_MS / 1000,
      role: 'status',
      actions: (
        <span className="sd-row">
          {before !== undefined && before !== version && (
            <Button size="small" onClick={() => void undo(before, version)}>
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
