import type { CdnDomain } from '@sitedeck/contract';
import { useBlocked, useText } from '@sitedeck/ui/core';
import { pointsAway } from './can-switch';
import { cdnTexts } from './cdn-texts';
import { useSwitchCdn } from './use-cdn-changes';

/** The CDN switch of one domain: why it can't be used now, whether it is being saved, and the act. */
export function useCdnToggle({ name, shown, isOn, dns }: CdnDomain, version: number) {
  const text = useText(cdnTexts);
  const blocked = useBlocked();
  const { isSaving, change } = useSwitchCdn(version);
  const isAway = !isOn && pointsAway({ dns });
  return {
    reason: blocked(text('act.switch')) ?? (isAway ? text('away.off') : undefined),
    isSaving,
    toggle: (on: boolean) => change([name], on, text(on ? 'switched.on' : 'switched.off', { name: shown })),
  };
}
