import { escapedForPattern } from '../htaccess/nginx-text';
import { templates, type RewriteTemplate } from '../templates';

/** Matches a word only between non-letters; Chinese words need no blanks around them. */
function part(word: string): RegExp {
  const before = /^[a-z0-9]/.test(word) ? '(?<![a-z0-9])' : '';
  const behind = /[a-z0-9]$/.test(word) ? '(?![a-z0-9])' : '';
  return new RegExp(`${before}${escapedForPattern(word)}${behind}`);
}

const NAMES = templates.flatMap((template) =>
  template.words.map((word) => ({ template, length: word.length, parts: word.split(' ').map(part) })),
);

/** Finds the template that these words name; the longest name wins. */
export function namedTemplate(given: string): RewriteTemplate | undefined {
  const text = given.slice(0, 500).toLowerCase();
  let best: (typeof NAMES)[number] | undefined;
  for (const name of NAMES)
    if (name.length >= (best?.length ?? 0) && name.parts.every((one) => one.test(text))) best = name;
  return best?.template;
}
