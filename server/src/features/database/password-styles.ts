import { extname } from 'node:path';

/** How a text stands in a file: between these, with what of it has another meaning there escaped. */
export interface Style {
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

const single: Style = { quote: "'", escape: backslash(/[\\']/g) };
const double: Style = { quote: '"', escape: backslash(/[\\"]/g) };
/** Where `$` begins a name. */
const dollar: Style = { quote: '"', escape: backslash(/[\\"$]/g) };

/** By the ending of a file: how its language writes text. */
const STYLES: Readonly<Record<string, readonly Style[]>> = {
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

/** A file named `.env`, or `.env.local`, has no ending of its own. */
const endingOf = (path: string): string =>
  /\/\.env[^/]*$/.test(path) ? '.env' : extname(path).toLowerCase();

export const stylesOf = (path: string): readonly Style[] => STYLES[endingOf(path)] ?? [];

/** No kind of file gives any of these a meaning of its own: it stands everywhere as it is. */
export const isPlain = (text: string): boolean => /^[\w.~-]+$/.test(text);

/** Everything that a text may look like in a file, itself first. */
export const formsOf = (text: string): readonly string[] => [
  ...new Set([text, ...Object.values(STYLES).flatMap((styles) => styles.map(({ escape }) => escape(text)))]),
];
