import { useCurrentHost } from '@sitedeck/sdk';
import { useConfirm, useText } from '@sitedeck/ui/core';
import { hostEnvApi } from '../hostenv.api';
import { frameTexts } from './frame-texts';
import { useSavedNotice } from './use-saved-notice';
import { useSiteConfig } from './use-site-config';

/** Every setting back to its standard, after the host's name was typed. */
export function useClear(): () => Promise<void> {
  const { hostName } = useCurrentHost().hostService;
  const confirm = useConfirm();
  const text = useText(frameTexts);
  const tell = useSavedNotice();
  const config = useSiteConfig();
  const [clear] = hostEnvApi.useClearConfigMutation();
  return async () => {
    const agreed = await confirm.typed({
      title: text('act.clear'),
      body: text('clear.ask'),
      word: hostName,
      confirm: text('act.clear'),
    });
    if (!agreed) return;
    // A refusal is told by the shell.
    const { data } = await clear({});
    if (!data) return;
    const isNew = config.is === 'ready' && data.version > config.data.version;
    tell({ done: text('clear.done'), version: data.version, undo: isNew });
  };
}
