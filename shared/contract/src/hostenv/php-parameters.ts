/** Type and range of a php.ini parameter. `unit` is what the number counts; `MiB` is written for PHP as `…M`. */
export type PhpParameterRule =
  | {
      readonly is: 'number';
      readonly min: number;
      readonly max: number;
      readonly unit: 'MiB' | 's' | 'count';
      readonly standard: number;
    }
  | { readonly is: 'switch'; readonly standard: boolean }
  | { readonly is: 'choice'; readonly choices: readonly string[]; readonly standard: string }
  /** A name of the tz database. */
  | { readonly is: 'timeZone'; readonly standard: string }
  /** Names of `PHP_ERROR_LEVELS`. */
  | { readonly is: 'errorLevels'; readonly standard: readonly string[] };

/** Bits of PHP's error levels, from its manual. */
export const PHP_ERROR_LEVELS = {
  E_ERROR: 1,
  E_WARNING: 2,
  E_PARSE: 4,
  E_NOTICE: 8,
  E_CORE_ERROR: 16,
  E_CORE_WARNING: 32,
  E_COMPILE_ERROR: 64,
  E_COMPILE_WARNING: 128,
  E_USER_ERROR: 256,
  E_USER_WARNING: 512,
  E_USER_NOTICE: 1024,
  E_STRICT: 2048,
  E_RECOVERABLE_ERROR: 4096,
  E_DEPRECATED: 8192,
  E_USER_DEPRECATED: 16384,
} as const;
export type PhpErrorLevel = keyof typeof PHP_ERROR_LEVELS;

const QUIET: readonly string[] = [
  'E_NOTICE',
  'E_STRICT',
  'E_DEPRECATED',
  'E_USER_NOTICE',
  'E_USER_DEPRECATED',
];

/** Functions that scripts may not call unless the owner changes the list. */
export const DEFAULT_DISABLED_FUNCTIONS = ['chown', 'fsockopen', 'assert'] as const;

/** Maximum size of an upload, MiB. */
export const PHP_UPLOAD_MAX_MIB = 2048;
export const PHP_UPLOAD_STANDARD_MIB = 64;

/**
 * The php.ini parameters that an owner may set, each with its range. Parameters for where PHP reads, writes, loads
 * code from or sends mail are reserved for the server and must not be added.
 */
export const PHP_PARAMETERS = {
  memory_limit: { is: 'number', min: 16, max: 1024, unit: 'MiB', standard: 128 },
  max_execution_time: { is: 'number', min: 1, max: 600, unit: 's', standard: 120 },
  max_input_time: { is: 'number', min: 10, max: 600, unit: 's', standard: 60 },
  max_input_vars: { is: 'number', min: 100, max: 20_000, unit: 'count', standard: 1000 },
  max_file_uploads: { is: 'number', min: 1, max: 200, unit: 'count', standard: 20 },
  post_max_size: { is: 'number', min: 1, max: 2_100, unit: 'MiB', standard: 128 },
  default_socket_timeout: { is: 'number', min: 1, max: 300, unit: 's', standard: 60 },
  'session.gc_maxlifetime': { is: 'number', min: 60, max: 2_592_000, unit: 's', standard: 1440 },
  'session.cookie_lifetime': { is: 'number', min: 0, max: 31_536_000, unit: 's', standard: 0 },
  'session.cookie_secure': { is: 'switch', standard: false },
  'session.cookie_samesite': { is: 'choice', choices: ['', 'Lax', 'Strict', 'None'], standard: '' },
  default_charset: {
    is: 'choice',
    choices: ['UTF-8', 'GBK', 'GB18030', 'Big5', 'ISO-8859-1'],
    standard: 'UTF-8',
  },
  'zlib.output_compression': { is: 'switch', standard: false },
  allow_url_fopen: { is: 'switch', standard: true },
  'opcache.enable': { is: 'switch', standard: true },
  'opcache.revalidate_freq': { is: 'number', min: 0, max: 3600, unit: 's', standard: 2 },
  'date.timezone': { is: 'timeZone', standard: 'Asia/Shanghai' },
  error_reporting: {
    is: 'errorLevels',
    standard: Object.keys(PHP_ERROR_LEVELS).filter((level) => !QUIET.includes(level)),
  },
} as const satisfies Record<string, PhpParameterRule>;
export type PhpParameter = keyof typeof PHP_PARAMETERS;

export const isPhpParameter = (key: string): key is PhpParameter => Object.hasOwn(PHP_PARAMETERS, key);
