import type { CallReply, Locale, suggestRewrite } from '@sitedeck/contract';
import { Refusal } from '#faults/refusal';
import { convertHtaccess } from '../htaccess/convert';
import { escapedForPattern } from '../htaccess/nginx-text';
import { templates, type RewriteTemplate } from '../templates';
import { requestRules, fallbackNotice, type RequestModel } from './model';
import { ruleFromRecipes } from './recipes';
import { objectionTo } from '#sites/config/settings/rewrite';

/** Matches a word only between non-letters; Chinese words need no blanks around them. */
function part(word: string): RegExp {
  const before = /^[a-z0-9]/.test(word) ? '(?<![a-z0-9])' : '';
  const after = /[a-z0-9]$/.test(word) ? '(?![a-z0-9])' : '';
  return new RegExp(`${before}${escapedForPattern(word)}${after}`);
}

const TEMPLATE_NAMES = templates.flatMap((template) =>
  template.words.map((word) => ({ template, length: word.length, parts: word.split(' ').map(part) })),
);

/** Finds the template that these words name; the longest name wins. */
function namedTemplate(given: string): RewriteTemplate | undefined {
  const text = given.slice(0, 500).toLowerCase();
  let best: (typeof TEMPLATE_NAMES)[number] | undefined;
  for (const name of TEMPLATE_NAMES)
    if (name.length >= (best?.length ?? 0) && name.parts.every((one) => one.test(text))) best = name;
  return best?.template;
}

interface SuggestionRequest {
  /** Words in Chinese or English, or an .htaccess. */
  readonly text: string;
  readonly locale: Locale;
  /** Absent: only the converter, the templates and the recipes are used. */
  readonly model?: RequestModel | undefined;
}

export type Suggestion = CallReply<typeof suggestRewrite>;

const DIRECTIVE =
  /^[ \t]*(?:<\/?(?:If|Files|Limit|Require|Directory|Location)|(?:Rewrite(?:Engine|Rule|Cond|Base|Options)|Redirect(?:Match|Permanent|Temp)?|Options|ErrorDocument|DirectoryIndex|FallbackResource|Order|Deny|Allow|Require|Header|Expires\w+|Add(?:Type|Charset|DefaultCharset|Handler|Encoding|OutputFilter\w*)|SetEnvIf(?:NoCase)?|BrowserMatch\w*|php_(?:value|flag)|Auth(?:Type|Name|UserFile))[ \t]+\S)/im;

const isOneLine = (text: string): boolean => !text.trim().includes('\n');

function fromHtaccess(text: string, locale: Locale): Suggestion | undefined {
  if (!DIRECTIVE.test(text)) return undefined;
  const { content, notConverted } = convertHtaccess(text, objectionTo);
  // "Deny /data" may also be plain words.
  if (content === '' && isOneLine(text) && fromWords(text)) return undefined;
  const reported = notConverted.map(({ reason, ...where }) => ({ ...where, reason: reason[locale] }));
  return { content, notConverted: reported, by: 'converter' };
}

function fromWords(text: string): Suggestion | undefined {
  const rule = ruleFromRecipes(text);
  const content = rule !== undefined && !objectionTo(rule) ? rule : namedTemplate(text)?.content;
  return content === undefined ? undefined : { content, notConverted: [], by: 'template' };
}

/**
 * Suggests rules for an .htaccess or a request in words. They are not put in force: the user reads them first.
 * Refuses with `suggestion-unclear`.
 */
export async function suggestRules({ text, locale, model }: SuggestionRequest): Promise<Suggestion> {
  const plain = fromHtaccess(text, locale) ?? fromWords(text);
  if (model) {
    const reply = await requestRules({ text, draft: plain?.content, request: model, objection: objectionTo });
    if (reply.is === 'usable') return { content: reply.content, notConverted: [], by: 'model' };
    if (plain) return { ...plain, note: fallbackNotice(reply.why, locale) };
  }
  if (!plain) throw new Refusal('suggestion-unclear');
  return plain;
}
