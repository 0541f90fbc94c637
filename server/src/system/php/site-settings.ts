import {
  FunctionName,
  isPhpParameter,
  PHP_PARAMETERS,
  PhpConfig,
  phpErrorBits,
  readPhpValue,
  standardPhpValue,
  type PhpParameter,
} from '@sitedeck/contract';
import { UnsafeValue } from '#system/nginx/conf';

/** A value as a configuration file has it; a switch is a truth value. */
export type PhpSetting = string | number | boolean;
/** By the key of php.ini. */
export type PhpSettings = ReadonlyMap<string, PhpSetting>;

/** A form with a file of the largest size holds this much besides, MiB. */
const FORM_MIB = 2;
/** Time a script may wait for others (no time of its own runs meanwhile) beyond the time it may work, s. */
const WAITING_SECONDS = 180;
const BUFFER_BYTES = 4096;

const PARAMETERS = Object.keys(PHP_PARAMETERS).filter(isPhpParameter);

/** Looked at once more: what stands in the document may have come in by another way. */
function valueInForce({ parameters }: PhpConfig, key: PhpParameter): string {
  const given = parameters[key];
  if (given === undefined) return standardPhpValue(key);
  if (readPhpValue(key, given) !== given) throw new UnsafeValue(given);
  return given;
}

function settingOf(php: PhpConfig, key: PhpParameter): PhpSetting {
  const value = valueInForce(php, key);
  const rule = PHP_PARAMETERS[key];
  if (rule.is === 'switch') return value === 'on';
  if (rule.is === 'errorLevels') return phpErrorBits(value) ?? 0;
  return value;
}

/** What PHP and nginx have to agree on for a site. Throws `UnsafeValue` for a parameter that is none. */
export function phpLimits(php: PhpConfig): { readonly postMiB: number; readonly wallSeconds: number } {
  const post = parseInt(valueInForce(php, 'post_max_size'), 10);
  return {
    postMiB: Math.max(post, php.uploadMiB + FORM_MIB),
    wallSeconds: Number(valueInForce(php, 'max_execution_time')) + WAITING_SECONDS,
  };
}

/** All that a site's document says of PHP, standards included. Throws `UnsafeValue` where a value or a key is not fit. */
export function phpSettings(php: PhpConfig): PhpSettings {
  const foreign = Object.keys(php.parameters).find((key) => !isPhpParameter(key));
  if (foreign !== undefined) throw new UnsafeValue(foreign);
  return new Map<string, PhpSetting>([
    ...PARAMETERS.map((key): [string, PhpSetting] => [key, settingOf(php, key)]),
    ['short_open_tag', php.shortOpenTag],
    ['display_errors', php.displayErrors],
    ['log_errors', php.errorLog],
    ['output_buffering', php.outputBuffer ? BUFFER_BYTES : 0],
    ['file_uploads', php.upload],
    ['upload_max_filesize', `${php.uploadMiB}M`],
    ['post_max_size', `${phpLimits(php).postMiB}M`],
  ]);
}

/** Of a site that has set nothing. */
export const STANDARD_SETTINGS: PhpSettings = phpSettings(PhpConfig.parse({}));

/** Where the site's differ from the standard. */
export const ownSettings = (php: PhpConfig): PhpSettings =>
  new Map([...phpSettings(php)].filter(([key, value]) => STANDARD_SETTINGS.get(key) !== value));

/** Value of `disable_functions` in php.ini; undefined: none is disabled. Throws `UnsafeValue` for an invalid name. */
export function disabledFunctions({ disabledFunctions: names }: PhpConfig): string | undefined {
  const wrong = names.find((name) => !FunctionName.safeParse(name).success);
  if (wrong !== undefined) throw new UnsafeValue(wrong);
  return names.length === 0 ? undefined : names.join(',');
}
