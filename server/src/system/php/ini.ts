import { UnsafeValue } from '#system/nginx/conf';

export interface IniSection {
  readonly name: string;
  readonly entries: Readonly<Record<string, string | number | undefined>>;
}

// oxlint-disable-next-line no-control-regex -- control characters are what this refuses
const UNSAFE = /[\u0000-\u001f\u007f"'`;\\${}]/;
const SECTION = /^[A-Za-z][A-Za-z0-9-]*$/;

/**
 * One quoted value. It can't end the quote, start a comment or name a variable, even if it was not checked
 * before.
 */
function value(text: string | number): string {
  if (typeof text === 'number') return String(text);
  if (UNSAFE.test(text)) throw new UnsafeValue(text);
  return `"${text}"`;
}

export function iniSection({ name, entries }: IniSection): string {
  if (!SECTION.test(name)) throw new Error(`not fit for a section: ${JSON.stringify(name)}`);
  const lines = Object.entries(entries).flatMap(([key, entry]) =>
    entry === undefined ? [] : [`${key} = ${value(entry)}`],
  );
  return [`[${name}]`, ...lines, ''].join('\n');
}

/**
 * A file in the format of php-fpm and php.ini, from sections that `iniSection` writes. Keys come from this
 * source code.
 */
export const ini = (sections: readonly string[]): string =>
  ['; Written by SiteDeck. Changes here are lost at the next reload.', ...sections].join('\n');

const HEADER = /^\[([A-Za-z][A-Za-z0-9-]*)\]$/;

/**
 * Sections of a file that `ini` has written, by name: values contain no line end, so a line with a bracket
 * begins a section.
 */
export function iniSections(text: string): ReadonlyMap<string, string> {
  const sections = new Map<string, string>();
  let name: string | undefined;
  let lines: string[] = [];
  const end = () => {
    if (name !== undefined) sections.set(name, lines.join('\n'));
  };
  for (const line of text.split('\n')) {
    const header = HEADER.exec(line)?.[1];
    if (header === undefined) lines.push(line);
    else {
      end();
      [name, lines] = [header, [line]];
    }
  }
  end();
  return sections;
}
