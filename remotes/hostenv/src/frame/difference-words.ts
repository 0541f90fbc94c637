import type { ConfigDifference } from '@sitedeck/contract';
import type { Text } from '@sitedeck/ui/core';
import type { Change } from './change';
import type { FrameKey } from './frame-texts';

type Words = Text<FrameKey>;
type FieldKey = Extract<FrameKey, `field.${string}`>;
type ValueKey = Extract<FrameKey, `value.${string}`>;

/** Fields of the document that have words for users. */
const FIELDS: ReadonlySet<string> = new Set<FieldKey>([
  'field.documents',
  'field.rewrite',
  'field.rewrite.name',
  'field.rewrite.content',
  'field.redirects',
  'field.errorPage',
  'field.errorPage.is',
  'field.errorPage.path',
  'field.errorPage.content',
  'field.mime',
  'field.php.version',
  'field.php.enabled',
  'field.php.shortOpenTag',
  'field.php.displayErrors',
  'field.php.errorLog',
  'field.php.outputBuffer',
  'field.php.upload',
  'field.php.uploadMiB',
  'field.php.disabledFunctions',
  'field.scriptError.notify',
  'field.scriptError.msg',
  'field.dotNet.version',
  'field.dotNet.mode',
  'field.dotNet.trustLevel',
]);
const VALUES: ReadonlySet<string> = new Set<ValueKey>([
  'value.file',
  'value.text',
  'value.details',
  'value.custom',
  'value.integrated',
  'value.classic',
]);
/** Row ids, which mean nothing to users. */
const HIDDEN: ReadonlySet<string> = new Set(['rewrite.id']);
const PARAMETER = 'php.parameters.';

const isField = (key: string): key is FieldKey => FIELDS.has(key);
const isValue = (key: string): key is ValueKey => VALUES.has(key);

/** A field of the document in words; parameters of PHP are known by their own name. */
export function fieldWords(field: string, text: Words): string {
  const key = `field.${field}`;
  if (isField(key)) return text(key);
  return field.startsWith(PARAMETER) ? field.slice(PARAMETER.length) : field;
}

/** Parses a redirect, MIME type or page that the server sends as JSON; undefined if the JSON was cut. */
function partOf(json: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const part: unknown = json.startsWith('{') ? JSON.parse(json) : undefined;
    return typeof part === 'object' && part !== null
      ? (part as Readonly<Record<string, unknown>>)
      : undefined;
  } catch {
    return undefined;
  }
}

function lineWords(line: string): string {
  const part = partOf(line);
  if (!part) return line;
  const { source, target, extension, mimeType, name, content, path } = part;
  if (typeof source === 'string') return `${source} → ${String(target)}`;
  if (typeof extension === 'string') return `.${extension} ${String(mimeType)}`;
  if (typeof name === 'string') return `${name}\n${String(content)}`;
  return [content, path].find((value) => typeof value === 'string') ?? line;
}

function valueWords(value: string, field: string, text: Words): string {
  if (value === 'true' || value === 'false') return text(value === 'true' ? 'on' : 'off');
  if (field === 'scriptError.notify' && value === 'off') return text('off');
  const key = `value.${value}`;
  if (isValue(key)) return text(key);
  return value.split('\n').map(lineWords).join('\n');
}

/** Words the differences of two documents for users. */
export function differenceWords(differences: readonly ConfigDifference[], text: Words): Change[] {
  const wordsFor = (value: string | undefined, field: string) =>
    value === undefined || value === '' ? undefined : valueWords(value, field, text);
  return differences
    .filter(({ field }) => !HIDDEN.has(field))
    .map(({ field, before, after }) => ({
      name: fieldWords(field, text),
      before: wordsFor(before, field),
      after: wordsFor(after, field),
    }));
}
