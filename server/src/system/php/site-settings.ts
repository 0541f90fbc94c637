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

/** A value as in a configuration file; a switch is a boolean. */
export type PhpSetting = string | number | boolean;
/** By php.ini key. */
export type PhpSettings = ReadonlyMap<string, PhpSetting>;

/** What a form may contain besides a file of the largest size, MiB. */
const FORM_MIB = 2;
/** Time that a script may wait for other services (this is not its own run time), s. */
const WAITING_SECONDS = 180;
const BUFFER_BYTES = 4096;

const PARAMETERS = Object.keys(PHP_PARAMETERS).filter(isPhpParameter);

/** Checked again: the stored document may not have come through the API. */
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

/** Limits that PHP and nginx must share for a site. Throws `UnsafeValue` for an invalid parameter. */
export function phpLimits(php: PhpConfig): { readonly postMiB: number; readonly wallSeconds: number } {
  const post = parseInt(valueInForce(php, 'post_max_size'), 10);
  return {
    postMiB: Math.max(post, php.uploadMiB + FORM_MIB),
    wallSeconds: Number(valueInForce(php, 'max_execution_time')) + WAITING_SECONDS,
  };
}

/** All PHP settings of a site, including defaults. Throws `UnsafeValue` for an invalid key or value. */
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

/** Settings of a site without changes. */
export const STANDARD_SETTINGS: PhpSettings = phpSettings(PhpConfig.parse({}));

/** Settings that differ from the defaults. */
export const ownSettings = (php: PhpConfig): PhpSettings =>
  new Map([...phpSettings(php)].filter(([key, value]) => STANDARD_SETTINGS.get(key) !== value));

/** Value of `disable_functions` in php.ini; undefined: none is disabled. Throws `UnsafeValue` for an invalid name. */
export function disabledFunctions({ disabledFunctions: names }: PhpConfig): string | undefined {
  const wrong = names.find((name) => !FunctionName.safeParse(name).success);
  if (wrong !== undefined) throw new UnsafeValue(wrong);
  return names.length === 0 ? undefined : names.join(',');
}
