import {
  setPhpErrorLog,
  setPhpLanguage,
  setPhpOutputBuffer,
  setPhpUpload,
  setPhpUploadSize,
  updatePhpParam,
  type ImageConfig,
} from '@sitedeck/contract';
import { planCall, type PlannedCall } from './planned';

const only = <Value>(value: Value | undefined, plan: (value: Value) => PlannedCall): PlannedCall[] =>
  value === undefined ? [] : [plan(value)];

const param = (phpIniKey: string, value: string | number | undefined): PlannedCall[] =>
  only(value, (given) => planCall(updatePhpParam, { body: { phpIniKey, phpIniValue: String(given) } }));

type LanguageSwitch = 'php' | 'shortOpenTag' | 'displayErrors';

const language = (a: LanguageSwitch, given: ImageConfig['phpSwitch']): PlannedCall[] =>
  only(given, ({ code }) => planCall(setPhpLanguage, { params: { a, b: code } }));

/** Switches, sizes and parameters of PHP; the calls for version and disabled functions come before and after them. */
export function phpCalls(config: ImageConfig): readonly PlannedCall[] {
  return [
    ...language('php', config.phpSwitch),
    ...language('shortOpenTag', config.phpShortOpenTag),
    ...language('displayErrors', config.phpDisplayErrors),
    ...only(config.phpErrLogSwitch, ({ code }) => planCall(setPhpErrorLog, { params: { value: code } })),
    ...only(config.phpOBSwitch, ({ code }) => planCall(setPhpOutputBuffer, { params: { value: code } })),
    ...only(config.phpUploadSwitch, ({ code }) => planCall(setPhpUpload, { params: { value: code } })),
    ...only(config.maxPhpUploadSize, (value) => planCall(setPhpUploadSize, { params: { value } })),
    ...param('max_input_time', config.phpMaxInputTime),
    ...param('max_file_uploads', config.phpMaxFileUploads),
    ...param('date.timezone', config.phpDateTimezone),
    ...param('error_reporting', config.phpErrorReporting?.join(' | ')),
  ];
}
