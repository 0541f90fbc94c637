/** Words, emphasis, lists and links: what a confirmation needs, and no way to run or load anything. */
const RULES = {
  ALLOWED_TAGS: ['a', 'b', 'br', 'code', 'em', 'li', 'ol', 'p', 'strong', 'ul'],
  ALLOWED_ATTR: ['href'],
  ALLOWED_URI_REGEXP: /^(?:https?:|\/(?!\/)|#)/i,
};

export async function sanitize(html: string): Promise<string> {
  const { default: purifier } = await import('dompurify');
  return purifier.sanitize(html, RULES);
}
