import {
  PHP_PARAMETERS,
  type PhpParameter,
  type PhpParameterRule,
  type LocalizedText,
} from '@sitedeck/contract';

type Unit = Extract<PhpParameterRule, { is: 'number' }>['unit'];
const UNITS: Readonly<Record<Unit, LocalizedText>> = {
  MiB: { 'zh-CN': '（MiB）', 'en-US': ' (MiB)' },
  s: { 'zh-CN': '（秒）', 'en-US': ' (seconds)' },
  count: { 'zh-CN': '', 'en-US': '' },
};

interface Range {
  readonly min: number;
  readonly max: number;
  readonly unit: Unit;
}

export const expectedNumber = ({ min, max, unit }: Range): LocalizedText => ({
  'zh-CN': `应为 ${min} 到 ${max} 之间的整数${UNITS[unit]['zh-CN']}`,
  'en-US': `enter a whole number from ${min} to ${max}${UNITS[unit]['en-US']}`,
});

function expectedChoice(choices: readonly string[]): LocalizedText {
  const list = choices.map((choice) => choice || '""').join(', ');
  return { 'zh-CN': `可选值：${list}`, 'en-US': `choose one of: ${list}` };
}

/** Describes the valid values of a parameter. */
export function expectedValue(key: PhpParameter): LocalizedText {
  const rule: PhpParameterRule = PHP_PARAMETERS[key];
  switch (rule.is) {
    case 'number':
      return expectedNumber(rule);
    case 'switch':
      return expectedChoice(['on', 'off']);
    case 'choice':
      return expectedChoice(rule.choices);
    case 'timeZone':
      return {
        'zh-CN': '应为时区名称，如 Asia/Shanghai',
        'en-US': 'enter a time zone, such as Asia/Shanghai',
      };
    case 'errorLevels':
      return {
        'zh-CN': '应为错误级别，如 E_ALL & ~E_NOTICE',
        'en-US': 'enter error levels, such as E_ALL & ~E_NOTICE',
      };
  }
}
