// A separate package entry: this module needs zod, and only pages that import it should load zod.
import { z } from 'zod/v4';
import {
  DISABLED_FUNCTIONS_MAX,
  DOCUMENTS_MAX,
  ERROR_PAGE_MAX,
  MIME_TYPES_MAX,
  REDIRECT_END_MAX,
  REDIRECTS_MAX,
  RULE_MAX_BYTES,
  SCRIPT_ERROR_MAX,
} from './site-bounds';

/** `.code` of a switch in images: a word, a number or a boolean. */
const SwitchCode = z
  .union([z.enum(['on', 'off']), z.literal(['1', '0']), z.literal([1, 0]), z.boolean()])
  .transform((code) => (code === 'on' || code === '1' || code === 1 || code === true ? 'on' : 'off'));
const SwitchField = z.object({ code: SwitchCode });

const PAIR = /^([^|]+)\|([^|]+)$/;

/** Length of a word such as a version, then of a name in a list; the setting itself validates the names. */
const WORD_MAX = 64;
const NAME_MAX = 255;
const LEVELS_MAX = 32;
/** An encoded bar in either end takes three characters. */
const REDIRECT_PAIR_MAX = 3 * 2 * REDIRECT_END_MAX + 1;

/** An item `a|b` of a list, split at its only bar. */
const pair = <Name extends string, Other extends string>(first: Name, second: Other, max: number) =>
  z
    .string()
    .max(max)
    .regex(PAIR)
    .transform((text) => {
      const [left = '', right = ''] = text.split('|').map((part) => part.trim());
      return { [first]: left, [second]: right } as Record<Name | Other, string>;
    });

/** Names in one text, separated by commas, semicolons or blanks; or a list of names. */
const names = (most: number) =>
  z
    .union([
      z
        .string()
        .max(most * (NAME_MAX + 1))
        .transform((text) => text.split(/[\s,;]+/)),
      z.array(z.string().max(NAME_MAX)).max(most),
    ])
    .transform((list) => list.map((name) => name.trim()).filter((name) => name !== ''))
    .refine((list) => list.length <= most);

/** A number, possibly as text. */
const Count = z
  .union([z.number(), z.string().max(WORD_MAX)])
  .transform(Number)
  .pipe(z.number().int().nonnegative());
const Text = z.string().max(WORD_MAX).trim().min(1);
/** One of several words, or its number. */
const Choice = z.union([z.string().max(WORD_MAX), z.number()]).transform(String);
const ErrorWords = z.string().max(SCRIPT_ERROR_MAX);

/** A list of two, or an object. */
const ScriptErrorField = z.union([
  z.tuple([Choice, ErrorWords]).transform(([notify, msg]) => ({ notify, msg })),
  z.object({ notify: Choice, msg: ErrorWords.default('') }),
]);

/** Images omit a setting, or leave it empty, to change nothing. */
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === null || value === '' ? undefined : value), schema.optional());

/**
 * Settings that an app or a site image asks for, as the `taskInfo` of an APP_INSTALL task holds them. Sizes
 * in MiB, times in seconds.
 */
export const ImageConfig = z.object({
  /** Default documents in order. */
  indexPath: optional(names(DOCUMENTS_MAX)),
  rewriteCode: optional(z.string().max(RULE_MAX_BYTES)),
  redirectDomain: optional(z.array(pair('source', 'target', REDIRECT_PAIR_MAX)).max(REDIRECTS_MAX)),
  /** Path of a file under `/wwwroot`, or the page's own text. */
  errorPage: optional(z.string().max(ERROR_PAGE_MAX)),
  mime: optional(z.array(pair('mimeType', 'extension', NAME_MAX)).max(MIME_TYPES_MAX)),
  phpVersion: optional(Text),
  phpSwitch: optional(SwitchField),
  phpShortOpenTag: optional(SwitchField),
  phpDisplayErrors: optional(SwitchField),
  phpErrLogSwitch: optional(SwitchField),
  phpOBSwitch: optional(SwitchField),
  phpUploadSwitch: optional(SwitchField),
  maxPhpUploadSize: optional(Count),
  phpMaxInputTime: optional(Count),
  phpMaxFileUploads: optional(Count),
  phpDateTimezone: optional(Text),
  phpErrorReporting: optional(z.array(Text).max(LEVELS_MAX)),
  /** Empty: no function is disabled. Absent: unchanged. */
  disabledFuncs: z.preprocess((value) => value ?? undefined, names(DISABLED_FUNCTIONS_MAX).optional()),
  scriptError: optional(ScriptErrorField),
  dotNetTrustedLevel: optional(Text),
  dotnetVersion: optional(Text),
  dotnetMode: optional(Text),
});
export type ImageConfig = z.infer<typeof ImageConfig>;

/** The settings in a task's `taskInfo`; undefined if it is no JSON object or does not match the schema. */
export function readImageConfig(taskInfo: string): ImageConfig | undefined {
  if (taskInfo === '' || taskInfo === 'empty') return {};
  try {
    const read = ImageConfig.safeParse(JSON.parse(taskInfo));
    if (read.success) return read.data;
    console.error(read.error);
  } catch (error) {
    console.error(error);
  }
  return undefined;
}
