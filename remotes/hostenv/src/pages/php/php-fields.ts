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
export const PARAMETERS = Object.keys(PHP_PARAMETERS) as PhpParameter[];
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

export const ruleOf = (field: PhpField): PhpParameterRule =>
  isOwn(field) ? OWN[field].rule : PHP_PARAMETERS[field];
export const iniOf = (field: PhpField): string => (isOwn(field) ? OWN[field].ini : field);

const plain = (field: PhpParameter, value: string): string =>
  ruleOf(field).is === 'number' ? value.replace(/M$/, '') : value;

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
export function isWrong(field: PhpField, value: string): boolean {
  const rule = ruleOf(field);
  if (rule.is !== 'number') return false;
  return !/^\d{1,10}$/.test(value) || Number(value) < rule.min || Number(value) > rule.max;
}

const code = (value: string) => ({ code: value });

/** The property of the image form (wire format) that each field sets. */
const WIRE: Partial<Record<keyof PhpValues, (value: string) => Readonly<Record<string, unknown>>>> = {
  version: (value) => ({ phpVersion: value }),
  enabled: (value) => ({ phpSwitch: code(value) }),
  shortOpenTag: (value) => ({ phpShortOpenTag: code(value) }),
  displayErrors: (value) => ({ phpDisplayErrors: code(value) }),
  errorLog: (value) => ({ phpErrLogSwitch: code(value) }),
  outputBuffer: (value) => ({ phpOBSwitch: code(value) }),
  upload: (value) => ({ phpUploadSwitch: code(value) }),
  uploadMiB: (value) => ({ maxPhpUploadSize: Number(value) }),
  max_input_time: (value) => ({ phpMaxInputTime: Number(value) }),
  max_file_uploads: (value) => ({ phpMaxFileUploads: Number(value) }),
  'date.timezone': (value) => ({ phpDateTimezone: value }),
  error_reporting: (value) => ({ phpErrorReporting: value === '' ? [] : value.split(' | ') }),
  functions: (value) => ({ disabledFuncs: value || 'none' }),
};

export const changedOf = (before: PhpValues, after: PhpValues): (keyof PhpValues)[] =>
  (Object.keys(after) as (keyof PhpValues)[]).filter((key) => before[key] !== after[key]);

export interface PhpChange {
  /** What is saved as one version; undefined if nothing of it changed. */
  readonly image: string | undefined;
  /** Parameters that the image form has no property for. */
  readonly parameters: readonly { readonly phpIniKey: string; readonly phpIniValue: string }[];
}

export function changeOf(before: PhpValues, after: PhpValues): PhpChange {
  const changed = changedOf(before, after);
  const parts = changed.flatMap((key) => WIRE[key]?.(after[key]) ?? []);
  const others = PARAMETERS.filter((key) => changed.includes(key) && WIRE[key] === undefined);
  return {
    image: parts.length === 0 ? undefined : JSON.stringify(Object.assign({}, ...parts)),
    parameters: others.map((phpIniKey) => ({ phpIniKey, phpIniValue: after[phpIniKey] })),
  };
}
