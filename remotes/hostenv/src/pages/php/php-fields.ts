import {
  DEFAULT_DISABLED_FUNCTIONS,
  PHP_PARAMETERS,
  PHP_UPLOAD_MAX_MIB,
  standardPhpValue,
  type CallReply,
  type PhpConfig,
  type PhpParameter,
  type PhpParameterRule,
  type readPhp,
} from '@sitedeck/contract';

export type PhpReply = CallReply<typeof readPhp>;

/** Settings with a property of their own in the document. */
type Own =
  'enabled' | 'upload' | 'uploadMiB' | 'outputBuffer' | 'displayErrors' | 'errorLog' | 'shortOpenTag';
export type PhpField = Own | PhpParameter;

/** The input, each value as text: `on`, `128`, a time zone, names of error levels joined by ` | `. */
export type PhpValues = Readonly<Record<PhpField | 'version' | 'functions', string>>;

const SWITCH: PhpParameterRule = { is: 'switch', standard: true };
const OWN: Readonly<Record<Own, { readonly ini: string; readonly rule: PhpParameterRule }>> = {
  enabled: { ini: 'php', rule: SWITCH },
  upload: { ini: 'file_uploads', rule: SWITCH },
  uploadMiB: {
    ini: 'upload_max_filesize',
    rule: { is: 'number', min: 1, max: PHP_UPLOAD_MAX_MIB, unit: 'MiB', standard: 64 },
  },
  outputBuffer: { ini: 'output_buffering', rule: SWITCH },
  displayErrors: { ini: 'display_errors', rule: SWITCH },
  errorLog: { ini: 'log_errors', rule: SWITCH },
  shortOpenTag: { ini: 'short_open_tag', rule: SWITCH },
};
const OWN_FIELDS = Object.keys(OWN) as Own[];
const PARAMETERS = Object.keys(PHP_PARAMETERS) as PhpParameter[];
const isOwn = (field: PhpField): field is Own => Object.hasOwn(OWN, field);

export const GROUPS = {
  running: ['upload', 'uploadMiB', 'max_file_uploads', 'max_input_time', 'outputBuffer'],
  errors: ['displayErrors', 'errorLog', 'error_reporting', 'date.timezone', 'shortOpenTag'],
  limits: [
    'enabled',
    'memory_limit',
    'max_execution_time',
    'max_input_vars',
    'post_max_size',
    'default_socket_timeout',
    'allow_url_fopen',
  ],
  sessions: [
    'session.gc_maxlifetime',
    'session.cookie_lifetime',
    'session.cookie_secure',
    'session.cookie_samesite',
    'default_charset',
    'zlib.output_compression',
    'opcache.enable',
    'opcache.revalidate_freq',
  ],
} as const satisfies Record<string, readonly PhpField[]>;

export const parameterRuleOf = (field: PhpField): PhpParameterRule =>
  isOwn(field) ? OWN[field].rule : PHP_PARAMETERS[field];
export const iniNameOf = (field: PhpField): string => (isOwn(field) ? OWN[field].ini : field);

/** The server stores no error levels as `0`. */
const NO_LEVELS = '0';

function plain(field: PhpParameter, value: string): string {
  if (field === 'error_reporting') return value === NO_LEVELS ? '' : value;
  return parameterRuleOf(field).is === 'number' ? value.replace(/M$/, '') : value;
}

export function valuesOf(config: PhpConfig, versionInUse: string): PhpValues {
  const own = OWN_FIELDS.map((field) => {
    const value = config[field];
    return [field, typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value)];
  });
  const parameters = PARAMETERS.map((key) => [
    key,
    plain(key, config.parameters[key] ?? standardPhpValue(key)),
  ]);
  return Object.fromEntries([
    ...own,
    ...parameters,
    ['version', config.version ?? versionInUse],
    ['functions', config.disabledFunctions.join(',')],
  ]) as PhpValues;
}

export const STANDARD_FUNCTIONS = DEFAULT_DISABLED_FUNCTIONS.join(',');

/** Whether a value is no number or out of range. */
export function isInvalid(field: PhpField, value: string): boolean {
  const rule = parameterRuleOf(field);
  if (rule.is !== 'number') return false;
  return !/^\d{1,10}$/.test(value) || Number(value) < rule.min || Number(value) > rule.max;
}

export const changedKeys = (before: PhpValues, after: PhpValues): (keyof PhpValues)[] =>
  (Object.keys(after) as (keyof PhpValues)[]).filter((key) => before[key] !== after[key]);

/** A parameter's value as `updatePhpParam` takes it. */
export const parameterText = (key: PhpParameter, value: string): string =>
  key === 'error_reporting' ? value || NO_LEVELS : value;

export const isParameter = (key: keyof PhpValues): key is PhpParameter => Object.hasOwn(PHP_PARAMETERS, key);
