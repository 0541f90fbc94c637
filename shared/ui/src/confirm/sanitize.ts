/** What a text of somebody else's may hold; nothing of it can run or load anything. */
export type SafeKind = 'words' | 'document';

/** Words, emphasis, lists and links: what a confirmation needs. */
const WORDS = ['a', 'b', 'br', 'code', 'em', 'li', 'ol', 'p', 'strong', 'ul'];

/** A whole text adds headings, quotations and tables. No image: it would tell its server who reads. */
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
    // Not into the console itself: an address of ours may do something.
    ALLOWED_ATTR: ['href', 'start', 'colspan', 'rowspan', 'align'],
    ALLOWED_URI_REGEXP: /^(?:https?:\/\/|mailto:)/i,
    // Numbers and words: the rule for addresses is none for them.
    ADD_URI_SAFE_ATTR: ['start', 'colspan', 'rowspan', 'align'],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  },
};

export async function sanitize(html: string, kind: SafeKind = 'words'): Promise<string> {
  const { default: purifier } = await import('dompurify');
  return purifier.sanitize(html, RULES[kind]);
}
