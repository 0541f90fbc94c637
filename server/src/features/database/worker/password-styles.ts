import { extname } from 'node:path';

/** How a language writes a string: its quotation mark, and how it escapes special characters. */
export interface StringStyle {
  readonly quote: string;
  readonly escape: (text: string) => string;
}

const backslash = (signs: RegExp) => (text: string) => text.replace(signs, (sign) => `\\${sign}`);
const doubled = (text: string): string => text.replaceAll("'", "''");

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
const entities = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

const single: StringStyle = { quote: "'", escape: backslash(/[\\']/g) };
const double: StringStyle = { quote: '"', escape: backslash(/[\\"]/g) };
/** In these languages `$` starts a variable name. */
const dollar: StringStyle = { quote: '"', escape: backslash(/[\\"$]/g) };

/** The string styles of a language, by file extension. */
const STYLES: Readonly<Record<string, readonly StringStyle[]>> = {
  '.php': [single, dollar],
  '.inc': [single, dollar],
  '.js': [single, double],
  '.py': [single, double],
  '.json': [double],
  '.cs': [double],
  '.yml': [{ quote: "'", escape: doubled }, double],
  '.yaml': [{ quote: "'", escape: doubled }, double],
  '.xml': [
    { quote: '"', escape: entities },
    { quote: "'", escape: entities },
  ],
  '.env': [dollar],
};

/** `.env` and `.env.local` have no extension. */
const endingOf = (path: string): string =>
  /\/\.env[^/]*$/.test(path) ? '.env' : extname(path).toLowerCase();

export const stylesOf = (path: string): readonly StringStyle[] => STYLES[endingOf(path)] ?? [];

/** Characters that need no escape in any type of file. */
export const isPlain = (text: string): boolean => /^[\w.~-]+$/.test(text);

/** Every form that a text may have in a file, the unescaped one first. */
export const formsOf = (text: string): readonly string[] => [
  ...new Set([text, ...Object.values(STYLES).flatMap((styles) => styles.map(({ escape }) => escape(text)))]),
];
