import type { PhpValues } from './php-fields';

const code = (value: string) => ({ code: value });

/** The property of the image form (wire format) that each field sets. */
const IMAGE: Partial<Record<keyof PhpValues, (value: string) => Readonly<Record<string, unknown>>>> = {
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

export const isInImage = (key: keyof PhpValues): boolean => IMAGE[key] !== undefined;

/** These fields in the image form, as JSON text. */
export const phpImage = (keys: readonly (keyof PhpValues)[], values: Partial<PhpValues>): string =>
  JSON.stringify(Object.assign({}, ...keys.map((key) => IMAGE[key]?.(values[key] ?? ''))));
