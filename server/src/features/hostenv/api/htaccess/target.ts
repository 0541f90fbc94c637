import { Unconvertible } from './reasons';
import { variableFor } from './condition-tests';

/** A piece of a substitution or of the text that a condition tests. */
export type Part =
  | { readonly is: 'text'; readonly text: string }
  /** `$1`, of the rule. */
  | { readonly is: 'group'; readonly number: number }
  /** `%1`, of the condition that matched last. */
  | { readonly is: 'matched'; readonly number: number }
  | { readonly is: 'variable'; readonly name: string };

const PIECE = /\\(.)|(\$\{)|%\{([^{}]*)\}|\$(\d)|%(\d)|([^\\$%]+)|(.)/gy;

/** Adds text; adjacent texts, as in `https\:\/\/`, become one part. */
function addText(parts: Part[], text: string): void {
  const before = parts.at(-1);
  if (before?.is === 'text') parts.splice(-1, 1, { is: 'text', text: before.text + text });
  else parts.push({ is: 'text', text });
}

export function partsOf(given: string): Part[] {
  const parts: Part[] = [];
  for (const [, escaped, map, name, group, matched, plain, alone] of given.matchAll(PIECE)) {
    if (map !== undefined) throw new Unconvertible('map-used');
    if (escaped === '$' || alone === '$') throw new Unconvertible('dollar-sign');
    if (name !== undefined) parts.push({ is: 'variable', name });
    else if (group !== undefined) parts.push({ is: 'group', number: Number(group) });
    else if (matched !== undefined) parts.push({ is: 'matched', number: Number(matched) });
    else addText(parts, escaped ?? plain ?? alone ?? '');
  }
  return parts;
}

export interface Target {
  /** The part before the `?`. */
  readonly path: readonly Part[];
  /** The part after the `?`; undefined without one. */
  readonly query: readonly Part[] | undefined;
}

export function targetOf(given: string): Target {
  const parts = partsOf(given);
  const at = parts.findIndex((part) => part.is === 'text' && part.text.includes('?'));
  const mark = parts[at];
  if (mark?.is !== 'text') return { path: parts, query: undefined };
  const cut = mark.text.indexOf('?');
  return {
    path: [...parts.slice(0, at), { is: 'text', text: mark.text.slice(0, cut) }],
    query: [{ is: 'text', text: mark.text.slice(cut + 1) }, ...parts.slice(at + 1)],
  };
}

/** How each type of reference is written in nginx. */
export interface ReferenceWriter {
  readonly group: (number: number) => string;
  readonly matched: (number: number) => string;
  /** The path of the request. */
  readonly ownPath: () => string;
  /** Folder of the file, without its last slash. */
  readonly folder: string;
}

function writtenVariable(name: string, written: ReferenceWriter): string {
  switch (name.toUpperCase()) {
    case 'REQUEST_URI':
    case 'REQUEST_FILENAME':
      return written.ownPath();
    case 'DOCUMENT_ROOT':
      return '';
    case 'ENV:BASE':
      return written.folder;
    default:
      return variableFor(name);
  }
}

/** Puts a variable name in braces if letters follow it. */
function glued(text: string, next: Part | undefined): string {
  const follows = next?.is === 'text' && /^\w/.test(next.text);
  return follows && /^\$[a-z]\w*$/.test(text) ? `\${${text.slice(1)}}` : text;
}

export function writeTarget(parts: readonly Part[], written: ReferenceWriter): string {
  return parts
    .map((part, index) => {
      switch (part.is) {
        case 'text':
          return part.text;
        case 'group':
          return written.group(part.number);
        case 'matched':
          return glued(written.matched(part.number), parts[index + 1]);
        case 'variable':
          return glued(writtenVariable(part.name, written), parts[index + 1]);
      }
    })
    .join('');
}
