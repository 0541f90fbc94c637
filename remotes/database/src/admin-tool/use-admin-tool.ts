import { ADMIN_TOOLS } from '@sitedeck/contract';
import type { RemoteContext } from '@sitedeck/sdk';
import { useFeedback, useText } from '@sitedeck/ui/core';
import { databaseApi } from '../database.api';
import { databaseTexts } from '../database-texts';

const [TOOL] = ADMIN_TOOLS;

/**
 * Opens the admin tool in a new window, signed in to the database and in the console's theme. The password is never
 * shown.
 */
export function useAdminTool({ theme }: RemoteContext) {
  const text = useText(databaseTexts);
  const { message } = useFeedback();
  const [ask, { isLoading }] = databaseApi.useOpenAdminToolMutation();
  /** @param table whose rows to show; by default the tool lists all tables */
  const open = async (table?: string): Promise<void> => {
    // Opened during the click: browsers block a window that is opened after the reply.
    const opened = window.open('about:blank', '_blank');
    if (!opened) return message.warning(text('admin.blocked'));
    opened.opener = null;
    const { data } = await ask({
      params: { x: TOOL },
      query: { theme, ...(table !== undefined && { table }) },
    });
    // The shell announces a refusal.
    if (data) opened.location.replace(data.url);
    else opened.close();
  };
  return { open, isOpening: isLoading };
}
