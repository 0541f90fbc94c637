import { CDN_URLS_MAX, type CdnAllowance } from '@sitedeck/contract';
import { useBlocked, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { purgeTexts } from './purge-texts';
import type { TypedUrl } from './typed-urls';

/** Why these URLs can't be submitted now. */
export function useUrlReason(
  act: string,
  urls: readonly TypedUrl[],
  { used, limit }: CdnAllowance,
): string | undefined {
  const text = useText(purgeTexts);
  const format = useLocaleFormat();
  const blocked = useBlocked()(act);
  if (blocked !== undefined) return blocked;
  if (urls.length === 0) return text('fill');
  if (urls.some(({ problem }) => problem !== undefined)) return text('fix');
  if (urls.length > CDN_URLS_MAX) return text('tooMany', { n: format.number(CDN_URLS_MAX) });
  return urls.length > limit - used ? text('usedUp') : undefined;
}
