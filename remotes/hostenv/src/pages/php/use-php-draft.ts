import { useText } from '@sitedeck/ui/core';
import type { Change } from '../../frame/change';
import { frameTexts } from '../../frame/frame-texts';
import { type InForce, useSettingsDraft } from '../../frame/use-settings-draft';
import { replyOf, hostEnvApi } from '../../hostenv.api';
import { changedOf, changeOf, type PhpValues, ruleOf, valuesOf, type PhpReply } from './php-fields';
import { phpTexts } from './php-texts';

const inForce = ({ config, version, versions }: PhpReply): InForce<PhpValues> => ({
  value: valuesOf(config, versions.find(({ inUse }) => inUse)?.version ?? ''),
  version,
});

/** The draft of the complete PHP page; fields of the image form are saved as one version. */
export function usePhpDraft(data: PhpReply, read: () => Promise<PhpReply>) {
  const text = useText(phpTexts);
  const frame = useText(frameTexts);
  const [write] = hostEnvApi.useWriteConfigMutation();
  const [update] = hostEnvApi.useUpdatePhpParamMutation();

  const describe = (key: keyof PhpValues, value: string): string => {
    if (key === 'functions')
      return value === '' ? text('functions.none') : `${value.replaceAll(',', '\n')}\n`;
    if (key === 'version') return value;
    const rule = ruleOf(key);
    if (rule.is === 'switch') return frame(value === 'on' ? 'on' : 'off');
    return rule.is === 'number' ? `${value} ${text(`unit.${rule.unit}`)}` : value;
  };
  const draft = useSettingsDraft<PhpValues>({
    name: 'php',
    inForce: inForce(data),
    read: async () => inForce(await read()),
    changes: (before, after): Change[] =>
      changedOf(before, after).map((key) => ({
        name: text(`field.${key}`),
        before: describe(key, before[key]),
        after: describe(key, after[key]),
      })),
    steps: (after, before) => {
      const { image, parameters } = changeOf(before, after);
      return [
        ...(image === undefined
          ? []
          : [(version: number) => replyOf(write({ body: { image }, query: { version } }).unwrap())]),
        ...parameters.map(
          (body) => (version: number) => replyOf(update({ body, query: { version } }).unwrap()),
        ),
      ];
    },
    done: text('done'),
  });
  return { ...draft, before: inForce(data).value };
}
