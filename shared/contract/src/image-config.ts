// A page reads it: plain 'zod' is left out of pages, and this has a door of its own so that only who reads it carries zod.
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

/** `.code` of a switch as images carry it: in words, as a number or as a truth value. */
const SwitchCode = z
  .union([z.enum(['on', 'off']), z.literal(['1', '0']), z.literal([1, 0]), z.boolean()])
  .transform((code) => (code === 'on' || code === '1' || code === 1 || code === true ? 'on' : 'off'));
const SwitchField = z.object({ code: SwitchCode });

const PAIR = /^([^|]+)\|([^|]+)$/;

/** Of a setting's word, as of a version, and of names in a list; what a name may be is for its setting to say. */
const WORD_MAX = 64;
const NAME_MAX = 255;
const LEVELS_MAX = 32;
/** A bar within either end is written as three characters. */
const REDIRECT_PAIR_MAX = 3 * 2 * REDIRECT_END_MAX + 1;

/** `a|b` of the specification's lists, split at its one bar. */
const pair = <Name extends string, Other extends string>(first: Name, second: Other, max: number) =>
  z
    .string()
    .max(max)
    .regex(PAIR)
    .transform((text) => {
      const [left = '', right = ''] = text.split('|').map((part) => part.trim());
      return { [first]: left, [second]: right } as Record<Name | Other, string>;
    });

/** Names in one text, separated by commas, semicolons or blanks; or a list of them. */
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

/** A number that may have been written down as text. */
const Count = z
  .union([z.number(), z.string().max(WORD_MAX)])
  .transform(Number)
  .pipe(z.number().int().nonnegative());
const Text = z.string().max(WORD_MAX).trim().min(1);
/** One of a few words, or its number. */
const Choice = z.union([z.string().max(WORD_MAX), z.number()]).transform(String);
const ErrorWords = z.string().max(SCRIPT_ERROR_MAX);

/** A list of two, or an object. */
const ScriptErrorField = z.union([
  z.tuple([Choice, ErrorWords]).transform(([notify, msg]) => ({ notify, msg })),
  z.object({ notify: Choice, msg: ErrorWords.default('') }),
]);

/** Images leave out, or leave empty, what they do not ask for. */
const asked = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === null || value === '' ? undefined : value), schema.optional());

/**
 * Settings that an app or a site image asks for: entity `Image configuration` of the specification, section 3, in its
 * wire form. It stands in the `taskInfo` of an APP_INSTALL task. Sizes in MiB, times in seconds.
 */
export const ImageConfig = z.object({
  /** Default documents, first one first. */
  indexPath: asked(names(DOCUMENTS_MAX)),
  rewriteCode: asked(z.string().max(RULE_MAX_BYTES)),
  redirectDomain: asked(z.array(pair('source', 'target', REDIRECT_PAIR_MAX)).max(REDIRECTS_MAX)),
  /** Path of a file under `/wwwroot`, or the page itself. */
  errorPage: asked(z.string().max(ERROR_PAGE_MAX)),
  mime: asked(z.array(pair('mimeType', 'extension', NAME_MAX)).max(MIME_TYPES_MAX)),
  phpVersion: asked(Text),
  phpSwitch: asked(SwitchField),
  phpShortOpenTag: asked(SwitchField),
  phpDisplayErrors: asked(SwitchField),
  phpErrLogSwitch: asked(SwitchField),
  phpOBSwitch: asked(SwitchField),
  phpUploadSwitch: asked(SwitchField),
  maxPhpUploadSize: asked(Count),
  phpMaxInputTime: asked(Count),
  phpMaxFileUploads: asked(Count),
  phpDateTimezone: asked(Text),
  phpErrorReporting: asked(z.array(Text).max(LEVELS_MAX)),
  /** Empty: nothing is disabled. Absent: as it is. */
  disabledFuncs: z.preprocess((value) => value ?? undefined, names(DISABLED_FUNCTIONS_MAX).optional()),
  scriptError: asked(ScriptErrorField),
  dotNetTrustedLevel: asked(Text),
  dotnetVersion: asked(Text),
  dotnetMode: asked(Text),
});
export type ImageConfig = z.infer<typeof ImageConfig>;

/** What a task's `taskInfo` asks for; undefined where it is no JSON object or breaks the shape. */
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
