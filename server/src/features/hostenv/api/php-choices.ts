import {
  PHP_ERROR_LEVELS,
  PHP_PARAMETERS,
  phpTimeZones,
  type Locale,
  type LocalizedText,
} from '@sitedeck/contract';

interface LevelChoice {
  readonly value: readonly string[];
  readonly words: LocalizedText;
}

const ERRORS = /^E_(?:ERROR|PARSE|(?:CORE|COMPILE|USER|RECOVERABLE)_ERROR)$/;
const LEVELS = Object.keys(PHP_ERROR_LEVELS);

const LEVEL_CHOICES: readonly LevelChoice[] = [
  { value: LEVELS, words: { 'zh-CN': '全部', 'en-US': 'All' } },
  {
    value: PHP_PARAMETERS.error_reporting.standard,
    words: {
      'zh-CN': '除提示和弃用警告外的全部（默认）',
      'en-US': 'All except notices and deprecations (default)',
    },
  },
  {
    value: LEVELS.filter((level) => ERRORS.test(level)),
    words: { 'zh-CN': '仅错误', 'en-US': 'Errors only' },
  },
  { value: [], words: { 'zh-CN': '不报告', 'en-US': 'None' } },
];

export const errorChoices = (locale: Locale) =>
  LEVEL_CHOICES.map(({ value, words }) => ({ value: [...value], label: words[locale] }));

const FIRST = 'Asia/Shanghai';

function offsetOf(timeZone: string, now: number): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  const name = format.formatToParts(now).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return name === 'GMT' ? '+00:00' : name.replace('GMT', '');
}

const HOUR_MS = 3_600_000;
let shown:
  { readonly hour: number; readonly choices: readonly { value: string; label: string }[] } | undefined;

/** Lists every time zone with its current offset. Offsets are computed at most once an hour, since that is slow. */
export function timeZoneChoices(now: number): { value: string; label: string }[] {
  const hour = Math.floor(now / HOUR_MS);
  if (shown?.hour !== hour) {
    const others = phpTimeZones().filter((zone) => zone !== FIRST);
    const choices = [FIRST, ...others.toSorted()].map((value) => ({
      value,
      label: `${value} (UTC${offsetOf(value, now)})`,
    }));
    shown = { hour, choices };
  }
  return [...shown.choices];
}
