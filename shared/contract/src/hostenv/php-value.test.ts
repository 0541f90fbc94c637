import { phpErrorBits } from './php-error-levels';
import { isPhpParameter, PHP_PARAMETERS } from './php-parameters';
import { phpTimeZones, readPhpValue, standardPhpValue } from './php-value';

it.each([
  ['memory_limit', '256', '256M'],
  ['memory_limit', ' 256m ', '256M'],
  ['memory_limit', '1G', '1024M'],
  ['max_execution_time', '030', '30'],
  ['allow_url_fopen', 'TRUE', 'on'],
  ['session.cookie_samesite', 'lax', 'Lax'],
  ['date.timezone', 'asia/shanghai', 'Asia/Shanghai'],
  ['date.timezone', 'Asia/Kolkata', 'Asia/Kolkata'],
  ['error_reporting', 'E_WARNING | E_ERROR', 'E_ERROR | E_WARNING'],
  ['error_reporting', '3', 'E_ERROR | E_WARNING'],
  ['error_reporting', '0', '0'],
] as const)('writes %s = %j as %j', (key, given, kept) => {
  expect(readPhpValue(key, given)).toBe(kept);
});

it.each([
  ['E_ALL', 32767],
  ['-1', 32767],
  ['E_ALL & ~E_NOTICE', 32759],
  ['E_ALL & ~E_DEPRECATED & ~E_STRICT', 22527],
  ['E_ALL & ~(E_NOTICE | E_WARNING)', 32757],
  ['E_ALL ^ E_NOTICE', 32759],
  ['~E_NOTICE', 32759],
])('reads error levels as php.ini does: %s', (text, bits) => {
  expect(phpErrorBits(text)).toBe(bits);
});

it.each([
  '',
  'E_ALL &',
  '& E_ALL',
  'E_ALL E_NOTICE',
  'E_NONE',
  'e_all',
  '32768',
  '-2',
  '(E_ALL',
  'E_ALL)',
  'E_ALL; x',
  'E_ALL\n1',
  '__proto__',
  `${'('.repeat(33)}E_ALL${')'.repeat(33)}`,
  `${'~'.repeat(33)}E_ALL`,
])('refuses %j as error levels', (text) => {
  expect(phpErrorBits(text)).toBeUndefined();
  expect(readPhpValue('error_reporting', text)).toBeUndefined();
});

it('refuses a megabyte of text as error levels, whatever it holds', () => {
  for (const part of ['(', '~', '1|', ' ', 'E_ALL '])
    expect(readPhpValue('error_reporting', `${part.repeat(1_000_000 / part.length)}1`)).toBeUndefined();
});

it('accepts error levels of the maximum depth and length', () => {
  expect(phpErrorBits(`${'('.repeat(32)}E_ALL${')'.repeat(32)}`)).toBe(32767);
  expect(phpErrorBits(`${'~'.repeat(32)}1`)).toBe(1);
  expect(phpErrorBits('1|'.repeat(511) + '2')).toBe(3);
  expect(readPhpValue('memory_limit', `${' '.repeat(1024)}1`)).toBeUndefined();
});

it('accepts every default and both bounds unchanged, and refuses values beyond them', () => {
  for (const key of Object.keys(PHP_PARAMETERS).filter(isPhpParameter)) {
    expect(readPhpValue(key, standardPhpValue(key))).toBe(standardPhpValue(key));
    const rule = PHP_PARAMETERS[key];
    if (rule.is !== 'number') continue;
    expect([rule.min, rule.max].map((value) => readPhpValue(key, String(value)))).not.toContain(undefined);
    expect([rule.min - 1, rule.max + 1].map((value) => readPhpValue(key, String(value)))).toEqual([
      undefined,
      undefined,
    ]);
  }
});

it('knows the time zones of the world', () => {
  expect(phpTimeZones().length).toBeGreaterThan(400);
  expect(new Set(phpTimeZones()).size).toBe(phpTimeZones().length);
});
