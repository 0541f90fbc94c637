import { Marked } from 'marked';

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
const escaped = (words: string) => words.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);

/**
 * Markdown as HTML that is not safe yet: it passes the sanitiser before it is shown. Images become their words, since
 * loading one would tell its server who reads.
 * @param imageWords what stands for an image of that name
 */
export function htmlOf(markdown: string, imageWords: (name: string) => string): string {
  const marked = new Marked({
    async: false,
    gfm: true,
    renderer: { image: ({ text }) => `<em>${escaped(imageWords(text))}</em>` },
  });
  return marked.parse(markdown, { async: false });
}
