import type { CdnMatch } from '@sitedeck/contract';
import { useLocaleFormat, useText } from '@sitedeck/ui/core';
import { inUnits } from './cache-time';
import { rulesTexts } from './rules-texts';

/** Words for what a rule matches and for how long it caches. */
export function useRuleWords() {
  const text = useText(rulesTexts);
  const format = useLocaleFormat();
  const list = (values: readonly (string | number)[]) => format.list(values.map(String));
  return {
    match: (match: CdnMatch): string => {
      switch (match.is) {
        case 'path':
          return text('match.path', { path: match.path });
        case 'suffix':
          return text('match.suffix', { suffixes: list(match.suffixes) });
        case 'status':
          return text('match.status', { statuses: list(match.statuses) });
      }
    },
    time: (seconds: number | null): string => {
      if (seconds === null) return text('time.origin');
      if (seconds === 0) return text('time.none');
      const { amount, unit } = inUnits(seconds);
      return text(`time.${unit}`, { n: format.number(amount), count: amount });
    },
  };
}
