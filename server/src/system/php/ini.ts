export interface IniSection {
  readonly name: string;
  readonly entries: Readonly<Record<string, string | number | undefined>>;
}

// eslint-disable-next-line no-control-regex -- control characters are what this refuses
const UNSAFE = /[\u0000-\u001f\u007f"'`;\\${}]/;
const SECTION = /^[A-Za-z][A-Za-z0-9-]*$/;

/** One value, quoted. Nothing may end the quote, start a comment or name a variable, whatever was checked before. */
function value(text: string | number): string {
  if (typeof text === 'number') return String(text);
  if (UNSAFE.test(text)) throw new Error(`not fit for a configuration file: ${JSON.stringify(text)}`);
  return `"${text}"`;
}

function section({ name, entries }: IniSection): string {
  if (!SECTION.test(name)) throw new Error(`not fit for a section: ${JSON.stringify(name)}`);
  const lines = Object.entries(entries).flatMap(([key, entry]) =>
    entry === undefined ? [] : [`${key} = ${value(entry)}`],
  );
  return [`[${name}]`, ...lines, ''].join('\n');
}

/** php-fpm's and php.ini's form. Keys are ours. */
export const ini = (sections: readonly IniSection[]): string =>
  ['; Written by SiteDeck. Changes here are lost at the next reload.', ...sections.map(section)].join('\n');
