import { ADMIN_TOOLS } from '@sitedeck/contract';
import { useTheme } from '@sitedeck/sdk';
import { useFeedback, useText } from '@sitedeck/ui/core';
import { useOpenHomeAdminToolMutation } from './home.api';
import { homeTexts } from './home-texts';

const [TOOL] = ADMIN_TOOLS;

/** Opens the admin tool in a new window, signed in to the host's database and in the console's theme. */
export function useAdminTool(): { readonly open: () => Promise<void>; readonly isOpening: boolean } {
  const text = useText(homeTexts);
  const { message } = useFeedback();
  const { scheme } = useTheme();
  const [ask, { isLoading }] = useOpenHomeAdminToolMutation();
  const open = async (): Promise<void> => {
    // Opened during the click: browsers block a window that is opened after the reply.
    const opened = window.open('about:blank', '_blank');
    if (!opened) return message.warning(text('admin.blocked'));
    opened.opener = null;
    const { data } = await ask({ params: { x: TOOL }, query: { theme: scheme } });
    // The shell announces a refusal.
    if (data) opened.location.replace(data.url);
    else opened.close();
  };
  return { open, isOpening: isLoading };
}
