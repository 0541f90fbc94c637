/** What HTML from outside may contain: nothing that can run or load. */
export type SafeKind = 'words' | 'document';

/** For a confirmation: text, emphasis, lists and links. */
const WORDS = ['a', 'b', 'br', 'code', 'em', 'li', 'ol', 'p', 'strong', 'ul'];

/** A document adds headings, quotations and tables. No image: loading it would reveal the reader to its server. */
const DOCUMENT = [
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr', 'pre', 'blockquote', 'del', 'ins', 's', 'sub', 'sup', 'kbd'],
  ...['table', 'thead', 'tbody', 'tr', 'th', 'td', 'i', 'u', 'details', 'summary', 'dl', 'dt', 'dd'],
];

const RULES = {
  words: {
    ALLOWED_TAGS: WORDS,
    ALLOWED_ATTR: ['href'],
    ALLOWED_URI_REGEXP: /^(?:https?:|\/(?!\/)|#)/i,
  },
  document: {
    ALLOWED_TAGS: [...WORDS, ...DOCUMENT],
    // Only links to other sites: opening an address of the console may change something.
    ALLOWED_ATTR: ['href', 'start', 'colspan', 'rowspan', 'align'],
    ALLOWED_URI_REGEXP: /^(?:https?:\/\/|mailto:)/i,
    // Attributes with numbers and words: the rule for addresses must not be applied to them.
    ADD_URI_SAFE_ATTR: ['start', 'colspan', 'rowspan', 'align'],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  },
};

export async function sanitize(html: string, kind: SafeKind = 'words'): Promise<string> {
  const { default: purifier } = await import('dompurify');
  return purifier.sanitize(html, RULES[kind]);
}
