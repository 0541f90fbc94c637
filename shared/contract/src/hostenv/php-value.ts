import { PHP_VALUE_MAX, phpErrorBits, phpErrorLevels } from './php-error-levels';
import { PHP_PARAMETERS, type PhpParameter, type PhpParameterRule } from './php-parameters';

type NumberRule = Extract<PhpParameterRule, { is: 'number' }>;

/** Current names, which Intl lists under older ones. */
const NEWER_ZONES = [
  'UTC',
  'America/Argentina/Buenos_Aires',
  'America/Nuuk',
  'Asia/Ho_Chi_Minh',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Asia/Yangon',
  'Europe/Kyiv',
];

let zones: ReadonlyMap<string, string> | undefined;

/** Names of the tz database, keyed by their lower-case form; read from the JavaScript engine once. */
function knownZones(): ReadonlyMap<string, string> {
  zones ??= new Map(
    [...NEWER_ZONES, ...Intl.supportedValuesOf('timeZone')].map((name) => [name.toLowerCase(), name]),
  );
  return zones;
}

export const phpTimeZones = (): readonly string[] => [...knownZones().values()];

const SIZE = /^(\d{1,7})\s*(m|mb|mib|g|gb|gib)?$/i;
const COUNT = /^\d{1,10}$/;

function amount(rule: NumberRule, text: string): number | undefined {
  if (rule.unit !== 'MiB') return COUNT.test(text) ? Number(text) : undefined;
  const [, digits, unit = 'm'] = SIZE.exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits) * (/^g/i.test(unit) ? 1024 : 1);
}

function numberText(rule: NumberRule, text: string): string | undefined {
  const value = amount(rule, text);
  if (value === undefined || value < rule.min || value > rule.max) return undefined;
  return rule.unit === 'MiB' ? `${value}M` : String(value);
}

const ON = ['on', '1', 'true', 'yes'];
const OFF = ['off', '0', 'false', 'no'];

function switchText(text: string): string | undefined {
  if (ON.includes(text.toLowerCase())) return 'on';
  return OFF.includes(text.toLowerCase()) ? 'off' : undefined;
}

function levelsText(text: string): string | undefined {
  const bits = phpErrorBits(text);
  return bits === undefined ? undefined : phpErrorLevels(bits).join(' | ') || '0';
}

/**
 * Normalises a parameter's value: `128M`, `60`, `on`, a choice, a time zone by its name, error levels by their names
 * joined by ` | ` (`0` for none). Also accepts what users and php.ini write: `128`, `1G`, `true`, `E_ALL &
 * ~E_NOTICE`.
 * @returns undefined if the value is out of range or malformed
 */
export function readPhpValue(key: PhpParameter, given: string): string | undefined {
  const rule: PhpParameterRule = PHP_PARAMETERS[key];
  if (given.length > PHP_VALUE_MAX) return undefined;
  const text = given.trim();
  switch (rule.is) {
    case 'number':
      return numberText(rule, text);
    case 'switch':
      return switchText(text);
    case 'choice':
      return rule.choices.find((choice) => choice.toLowerCase() === text.toLowerCase());
    case 'timeZone':
      return knownZones().get(text.toLowerCase());
    case 'errorLevels':
      return levelsText(text);
  }
}

/** The default of a parameter in that form. */
export function standardPhpValue(key: PhpParameter): string {
  const rule: PhpParameterRule = PHP_PARAMETERS[key];
  switch (rule.is) {
    case 'number':
      return rule.unit === 'MiB' ? `${rule.standard}M` : String(rule.standard);
    case 'switch':
      return rule.standard ? 'on' : 'off';
    case 'errorLevels':
      return rule.standard.join(' | ');
    default:
      return rule.standard;
  }
}
