import { ADMIN_TOOLS } from '@sitedeck/contract';
import { App, useText } from '@sitedeck/ui/core';
import { databaseApi } from '../database.api';
import { databaseTexts } from '../database-texts';

const [TOOL] = ADMIN_TOOLS;

/** Opens the database in the admin tool, signed in, in a window of its own; no password is seen on the way. */
export function useAdminTool() {
  const text = useText(databaseTexts);
  const { message } = App.useApp();
  const [ask, { isLoading }] = databaseApi.useOpenAdminToolMutation();
  const open = async (): Promise<void> => {
    // While the click counts: a window that is opened after the reply is held back by the browser.
    const opened = window.open('about:blank', '_blank');
    if (!opened) return void message.warning(text('admin.blocked'));
    opened.opener = null;
    const { data } = await ask({ params: { x: TOOL } });
    // A refusal is told by the shell.
    if (data) opened.location.replace(data.url);
    else opened.close();
  };
  return { open, isOpening: isLoading };
}
