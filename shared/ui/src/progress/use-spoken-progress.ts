import { sharedTexts } from '../i18n/shared-texts';
import { useText } from '../i18n/use-text';

/**
 * Announces the start, every 25 % and the end to screen readers: the figure itself changes too often to be read
 * out. The text stays the same in between, and a live region speaks only when it changes.
 */
export function useSpokenProgress(name: string, share: number | undefined): string {
  const text = useText(sharedTexts);
  const quarter = share === undefined ? 0 : Math.floor(share * 4);
  if (quarter === 0) return text('progress.started', { name });
  if (quarter === 4) return text('progress.ended', { name });
  return text('progress.at', { name, percent: `${quarter * 25}%` });
}
