import { isIP } from 'node:net';
import { excerpt } from './fault';
import type { Word } from './lex';
import type { Statement } from './parse';
import { pathFault } from './paths';
import type { PrintedWord, Rule } from './rule';
import type { ContextName, DirectiveContext } from './context';
import { innerPath, redirectTarget } from './targets';
import { readTryFiles } from './try-files';
import { isRedirectTarget, withPlaceholders } from './value';

type Reader = (statement: Statement, context: DirectiveContext) => Rule | undefined;

export interface Directive {
  /** The correct form, shown for a wrong one. */
  readonly form: string;
  readonly contexts: readonly ContextName[];
  /** Allowed numbers of arguments. */
  readonly args: readonly [number, number];
  readonly once?: true;
  readonly read: Reader;
}

const MANY = Number.MAX_SAFE_INTEGER;
const ANYWHERE: readonly ContextName[] = ['top', 'location', 'top-if', 'location-if'];
const BUT_IF: readonly ContextName[] = ['top', 'location'];
const BUT_TOP_IF: readonly ContextName[] = ['top', 'location', 'location-if'];

const plain = ({ name, line }: Statement, words: readonly PrintedWord[]): Rule => ({
  is: 'plain',
  line,
  name,
  words,
});

/** Reads each word with its own check; undefined if one of them fails. */
function everyWord(
  words: readonly Word[],
  read: (word: Word) => PrintedWord | undefined,
): PrintedWord[] | undefined {
  const read_ = words.map(read);
  return read_.every((word) => word !== undefined) ? read_ : undefined;
}

const unfit = (context: DirectiveContext, statement: Statement, word: Word): undefined =>
  context.fault(word, 'value-unfit', { name: statement.name, value: excerpt(word.text) });

/** A directive whose words all have the same shape. */
const shaped =
  (shape: RegExp | ((text: string) => boolean)): Reader =>
  (statement, context) => {
    const fits = (text: string) => (shape instanceof RegExp ? shape.test(text) : shape(text));
    const words = everyWord(statement.args, (word) =>
      fits(word.text) ? word.text : unfit(context, statement, word),
    );
    return words && plain(statement, words);
  };

const FLAGS = ['last', 'redirect', 'permanent'] as const;

function rewriteFlag(
  context: DirectiveContext,
  word: Word | undefined,
): { flag: (typeof FLAGS)[number] | undefined } | undefined {
  if (word === undefined) return { flag: undefined };
  const flag = FLAGS.find((known) => known === word.text);
  if (flag) return { flag };
  return context.fault(word, word.text === 'break' ? 'flag-break' : 'flag-unknown', {
    flag: excerpt(word.text),
  });
}

const rewrite: Reader = ({ args, line }, context) => {
  const [expression, written, mark] = args;
  const flag = rewriteFlag(context, mark);
  const pattern = expression && context.pattern(expression);
  if (!pattern || !written || !flag) return undefined;
  const own = context.inside(context.at, { groups: pattern.groups, subjects: ['uri'] });
  const target = own.value(written);
  if (!target) return undefined;
  const looked = { value: target, pattern, isArgsOpens: false };
  const isRedirect = flag.flag === 'redirect' || flag.flag === 'permanent' || isRedirectTarget(written.text);
  const fine = isRedirect ? redirectTarget(own, written, looked) : innerPath(own, written, looked);
  return fine ? { is: 'rewrite', line, pattern, target, flag: flag.flag } : undefined;
};

const REDIRECTS = new Set(['301', '302', '303', '307', '308']);

const returning: Reader = ({ args, line }, context) => {
  const [first, second] = args;
  if (!first) return undefined;
  if (!second && isRedirectTarget(first.text)) {
    const value = context.value(first);
    if (!value || !redirectTarget(context, first, { value, isArgsOpens: true })) return undefined;
    return { is: 'return', line, code: undefined, value };
  }
  const code = first.text;
  const isRedirect = REDIRECTS.has(code);
  if (!/^(?:2\d\d|30[1-478]|4\d\d|5\d\d)$/.test(code) || code === '499' || (isRedirect && !second))
    return context.fault(first, 'code-unfit', { code: excerpt(code) });
  if (!second) return { is: 'return', line, code, value: undefined };
  const value = context.value(second);
  if (!value || (isRedirect && !redirectTarget(context, second, { value, isArgsOpens: true })))
    return undefined;
  return { is: 'return', line, code, value };
};

const setting: Reader = ({ args, line }, context) => {
  const [name, written] = args;
  if (!name || !written) return undefined;
  const bare = /^\$(.+)$/.exec(name.text)?.[1]?.toLowerCase();
  if (bare === undefined) return context.fault(name, 'name-unfit', { name: excerpt(name.text) });
  if (!context.ownName(name, bare)) return undefined;
  const value = context.value(written);
  if (!value) return undefined;
  if (withPlaceholders(value, 'x').split(/[/?]/).includes('..')) return context.fault(written, 'path-up');
  return { is: 'set', line, name: bare, value };
};

/** Headers that frame the server's reply, and headers for proxies instead of visitors. */
const RESERVED =
  /^(?:x-accel-.*|x-edge-.*|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|content-length|content-encoding|content-range|date|server|host|status|location)$/i;

const addHeader: Reader = (statement, context) => {
  const [name, written, always] = statement.args;
  if (!name || !written) return undefined;
  if (!/^[a-z0-9-]{1,80}$/i.test(name.text))
    return context.fault(name, 'header-name', { name: excerpt(name.text) });
  if (RESERVED.test(name.text)) return context.fault(name, 'header-reserved', { name: name.text });
  if (always && always.text !== 'always') return unfit(context, statement, always);
  const value = context.value(written);
  return value && plain(statement, [name.text, { value }, ...(always ? ['always'] : [])]);
};

const TIME = String.raw`(?:\d{1,6}[yMwdhms]?){1,7}`;
const EXPIRES = new RegExp(`^(?:epoch|max|off|-?${TIME}|@${TIME})$`);
const MODIFIED = new RegExp(`^-?\\+?${TIME}$`);

const expires: Reader = (statement, context) => {
  const [first, second] = statement.args;
  if (!first) return undefined;
  if (!second)
    return EXPIRES.test(first.text) ? plain(statement, [first.text]) : unfit(context, statement, first);
  if (first.text !== 'modified') return unfit(context, statement, first);
  return MODIFIED.test(second.text)
    ? plain(statement, [first.text, second.text])
    : unfit(context, statement, second);
};

function isAddress(text: string): boolean {
  if (text === 'all') return true;
  const [address, bits, ...more] = text.split('/');
  const version = isIP(address ?? '');
  if (version === 0 || address?.includes('%') || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

const DOCUMENT = /^(?![.-])[^/\s$\\%"'`;{}]{1,255}$/u;

const index: Reader = (statement, context) => {
  const words = everyWord(statement.args, (word) => {
    const path = word.text.startsWith('/') ? word.text.slice(1) : word.text;
    if (word.text.includes('$')) return context.fault(word, 'variable-here');
    const reason = pathFault(path);
    if (reason) return context.fault(word, reason);
    const names = path.split('/');
    const fits =
      (names.length === 1 || word.text.startsWith('/')) && names.every((name) => DOCUMENT.test(name));
    return fits ? word.text : unfit(context, statement, word);
  });
  return words && plain(statement, words);
};

/** Error statuses of the visitor or the site. nginx's own (494-499) and 444 are not among them. */
const ERROR = /^(?:4(?!44|9[4-9])\d\d|5\d\d)$/;

const errorPage: Reader = (statement, context) => {
  const page = statement.args.at(-1);
  const before = statement.args.slice(0, -1);
  const reply = before.at(-1);
  const replaces = before.length > 1 && reply?.text.startsWith('=') ? reply : undefined;
  const codes = everyWord(replaces ? before.slice(0, -1) : before, (word) =>
    ERROR.test(word.text) ? word.text : context.fault(word, 'code-unfit', { code: excerpt(word.text) }),
  );
  if (replaces && !/^=(?:[2-5]\d\d)?$/.test(replaces.text))
    return context.fault(replaces, 'code-unfit', { code: excerpt(replaces.text) });
  if (!page || !codes) return undefined;
  if (!page.text.startsWith('/')) return context.fault(page, 'path-elsewhere', { name: 'error_page' });
  const value = context.value(page);
  if (!value || !innerPath(context, page, { value, isArgsOpens: false })) return undefined;
  return plain(statement, [...codes, ...(replaces ? [replaces.text] : []), { value }]);
};

const REFERER =
  /^(?:none|blocked|server_names|(?:\*\.)?[a-z0-9_-]+(?:\.[a-z0-9_-]+)*(?:\.\*)?(?:\/[\w./~-]*)?)$/i;

const validReferers: Reader = (statement, context) => {
  const words = everyWord(statement.args, (word) => {
    if (!word.text.startsWith('~'))
      return REFERER.test(word.text) ? word.text : unfit(context, statement, word);
    const pattern = context.pattern(word, word.pattern.slice(1));
    return pattern && { pattern };
  });
  return words && plain(statement, words);
};

const tryFiles: Reader = (statement, context) => {
  const words = readTryFiles(statement, context);
  return words && plain(statement, words);
};

export const DIRECTIVES: Readonly<Record<string, Directive>> = {
  rewrite: {
    form: 'rewrite regex /target [last|redirect|permanent];',
    contexts: ANYWHERE,
    args: [2, 3],
    read: rewrite,
  },
  return: { form: 'return 301 https://…; return 403;', contexts: ANYWHERE, args: [1, 2], read: returning },
  set: { form: 'set $name value;', contexts: ANYWHERE, args: [2, 2], read: setting },
  break: {
    form: 'break;',
    contexts: ANYWHERE,
    args: [0, 0],
    read: (statement) => plain(statement, []),
  },
  try_files: {
    form: 'try_files $uri $uri/ /index.php?$args;',
    contexts: ['location'],
    args: [2, 20],
    once: true,
    read: tryFiles,
  },
  add_header: {
    form: 'add_header Name "value" [always];',
    contexts: BUT_TOP_IF,
    args: [2, 3],
    read: addHeader,
  },
  expires: { form: 'expires 30d;', contexts: BUT_TOP_IF, args: [1, 2], once: true, read: expires },
  allow: { form: 'allow address;', contexts: BUT_IF, args: [1, 1], read: shaped(isAddress) },
  deny: { form: 'deny all;', contexts: BUT_IF, args: [1, 1], read: shaped(isAddress) },
  index: { form: 'index index.html index.php;', contexts: BUT_IF, args: [1, 20], read: index },
  error_page: {
    form: 'error_page 404 [=200] /page.html;',
    contexts: BUT_TOP_IF,
    args: [2, 20],
    read: errorPage,
  },
  charset: {
    form: 'charset utf-8;',
    contexts: BUT_TOP_IF,
    args: [1, 1],
    once: true,
    read: shaped(/^[a-z][\w-]{0,30}$/i),
  },
  autoindex: {
    form: 'autoindex on|off;',
    contexts: BUT_IF,
    args: [1, 1],
    once: true,
    read: shaped(/^(?:on|off)$/),
  },
  valid_referers: {
    form: 'valid_referers none blocked server_names *.example.com;',
    contexts: BUT_IF,
    args: [1, MANY],
    read: validReferers,
  },
};
