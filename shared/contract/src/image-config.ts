// A page reads it: plain 'zod' is left out of pages, and this has a door of its own so that only who reads it carries zod.
import { z } from 'zod/v4';

/** `.code` of a switch as images carry it: in words, as a number or as a truth value. */
const SwitchCode = z
  .union([z.enum(['on', 'off']), z.literal(['1', '0']), z.literal([1, 0]), z.boolean()])
  .transform((code) => (code === 'on' || code === '1' || code === 1 || code === true ? 'on' : 'off'));
const SwitchField = z.object({ code: SwitchCode });

const PAIR = /^([^|]+)\|([^|]+)$/;

/** `a|b` of the specification's lists, split at its one bar. */
const pair = <Name extends string, Other extends string>(first: Name, second: Other) =>
  z
    .string()
    .regex(PAIR)
    .transform((text) => {
      const [left = '', right = ''] = text.split('|').map((part) => part.trim());
      return { [first]: left, [second]: right } as Record<Name | Other, string>;
    });

/** Names in one text, separated by commas, semicolons or blanks; or a list of them. */
const Names = z
  .union([z.string().transform((text) => text.split(/[\s,;]+/)), z.array(z.string())])
  .transform((names) => names.map((name) => name.trim()).filter((name) => name !== ''));

/** A number that may have been written down as text. */
const Count = z.coerce.number().int().nonnegative();
const Text = z.string().trim().min(1);

/** A list of two, or an object. */
const ScriptErrorField = z.union([
  z.tuple([z.coerce.string(), z.string()]).transform(([notify, msg]) => ({ notify, msg })),
  z.object({ notify: z.coerce.string(), msg: z.string().default('') }),
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
  indexPath: asked(Names),
  rewriteCode: asked(z.string()),
  redirectDomain: asked(z.array(pair('source', 'target'))),
  /** Path of a file under `/wwwroot`, or the page itself. */
  errorPage: asked(z.string()),
  mime: asked(z.array(pair('mimeType', 'extension'))),
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
  phpErrorReporting: asked(z.array(Text)),
  /** Empty: nothing is disabled. Absent: as it is. */
  disabledFuncs: z.preprocess((value) => value ?? undefined, Names.optional()),
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
