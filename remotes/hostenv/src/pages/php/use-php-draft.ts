import { useText } from '@sitedeck/ui/core';
import type { Change } from '../../frame/change';
import { frameTexts } from '../../frame/frame-texts';
import { type InForce, useSettingsDraft } from '../../frame/use-settings-draft';
import { changedKeys, type PhpValues, parameterRuleOf, valuesOf, type PhpReply } from './php-fields';
import { phpTexts } from './php-texts';
import { usePhpSteps } from './use-php-steps';

const inForce = ({ config, version, versions }: PhpReply): InForce<PhpValues> => ({
  value: valuesOf(config, versions.find(({ inUse }) => inUse)?.version ?? ''),
  version,
});

/** The draft of the complete PHP page. */
export function usePhpDraft(data: PhpReply, read: () => Promise<PhpReply>) {
  const text = useText(phpTexts);
  const frame = useText(frameTexts);
  const steps = usePhpSteps();

  const describe = (key: keyof PhpValues, value: string): string => {
    if (key === 'functions')
      return value === '' ? text('functions.none') : `${value.replaceAll(',', '\n')}\n`;
    if (key === 'version') return value;
    const rule = parameterRuleOf(key);
    if (rule.is === 'switch') return frame(value === 'on' ? 'on' : 'off');
    return rule.is === 'number' ? `${value} ${text(`unit.${rule.unit}`)}` : value;
  };
  const draft = useSettingsDraft<PhpValues>({
    name: 'php',
    inForce: inForce(data),
    read: async () => inForce(await read()),
    changes: (before, after): Change[] =>
      changedKeys(before, after).map((key) => ({
        name: text(`field.${key}`),
        before: describe(key, before[key]),
        after: describe(key, after[key]),
      })),
    steps: (after, before) => steps(changedKeys(before, after), after),
    done: text('done'),
  });
  return { ...draft, before: inForce(data).value };
}
