import {
  DISABLED_FUNCTIONS_MAX,
  FunctionName,
  isPhpParameter,
  PHP_PARAMETERS,
  PHP_UPLOAD_MAX_MIB,
  readPhpValue,
  type PhpConfig,
  type PhpParameter,
  type SiteConfig,
  type LocalizedText,
} from '@sitedeck/contract';
import { Refusal } from '#faults/refusal';
import { expectedNumber, expectedValue } from './php-expected-values';

/** Shortens a value for a refusal. */
const shown = (text: string) => text.slice(0, 80);

const withPhp = (document: SiteConfig, php: Partial<PhpConfig>): SiteConfig => ({
  ...document,
  php: { ...document.php, ...php },
});

function refuseValue(key: string, expected: LocalizedText, field: string): never {
  throw new Refusal('php-value-refused', { field, values: { key, expected } });
}

/** @param installed versions that this node runs, as in `8.2`. Refuses with `php-not-installed` */
export function withPhpVersion(
  document: SiteConfig,
  version: string,
  installed: readonly string[],
): SiteConfig {
  if (installed.includes(version)) return withPhp(document, { version });
  const values = { version: shown(version), installed: installed.join(', ') || '—' };
  throw new Refusal('php-not-installed', { field: 'v', values });
}

export type PhpSwitch = 'enabled' | 'shortOpenTag' | 'displayErrors' | 'errorLog' | 'outputBuffer' | 'upload';
export const withPhpSwitch = (document: SiteConfig, name: PhpSwitch, on: boolean): SiteConfig =>
  withPhp(document, { [name]: on });

const mebibytes = (value: string | undefined) => (value === undefined ? undefined : parseInt(value, 10));

/** Raises the form limit too if it would be smaller. Refuses with `php-value-refused`. */
export function withPhpUploadSize(document: SiteConfig, uploadMiB: number): SiteConfig {
  const range = { min: 1, max: PHP_UPLOAD_MAX_MIB, unit: 'MiB' } as const;
  if (!Number.isInteger(uploadMiB) || uploadMiB < range.min || uploadMiB > range.max)
    refuseValue('upload_max_filesize', expectedNumber(range), 'value');
  const { post_max_size: post, ...others } = document.php.parameters;
  const follows = post !== undefined && (mebibytes(post) ?? 0) < uploadMiB;
  const parameters = follows ? { ...others, post_max_size: `${uploadMiB}M` } : document.php.parameters;
  return withPhp(document, { uploadMiB, parameters });
}

function valueOf({ php }: SiteConfig, key: PhpParameter, given: string): string {
  const value = readPhpValue(key, given);
  if (value === undefined) return refuseValue(key, expectedValue(key), 'phpIniValue');
  if (key !== 'post_max_size' || (mebibytes(value) ?? 0) >= php.uploadMiB) return value;
  const range = { ...PHP_PARAMETERS.post_max_size, min: php.uploadMiB };
  return refuseValue(key, expectedNumber(range), 'phpIniValue');
}

/**
 * Sets one of `PHP_PARAMETERS`. Refuses with `php-parameter-unknown`, or with `php-value-refused` and the expected
 * values.
 */
export function withPhpParameter(document: SiteConfig, key: string, given: string): SiteConfig {
  if (!isPhpParameter(key))
    throw new Refusal('php-parameter-unknown', { field: 'phpIniKey', values: { key: shown(key) } });
  const value = valueOf(document, key, given);
  return withPhp(document, { parameters: { ...document.php.parameters, [key]: value } });
}

/**
 * Sets the disabled functions: names in any case, each once; `none` alone means no function. Refuses
 * with `php-function-refused` or `php-functions-many`.
 */
export function withDisabledFunctions(document: SiteConfig, given: readonly string[]): SiteConfig {
  const names = given.map((name) => name.trim().toLowerCase()).filter((name) => name !== '');
  const disabled = names.length === 1 && names[0] === 'none' ? [] : [...new Set(names)];
  if (disabled.length > DISABLED_FUNCTIONS_MAX)
    throw new Refusal('php-functions-many', { field: 'value', values: { max: DISABLED_FUNCTIONS_MAX } });
  const wrong = disabled.find((name) => !FunctionName.safeParse(name).success);
  if (wrong !== undefined)
    throw new Refusal('php-function-refused', { field: 'value', values: { name: shown(wrong) } });
  return withPhp(document, { disabledFunctions: disabled });
}
