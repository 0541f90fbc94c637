import { SafeHtml, useText } from '@sitedeck/ui/core';
import { Marked } from 'marked';
import { type MouseEvent, useMemo } from 'react';
import { LinkState } from './LinkState';
import { previewTexts } from './preview-texts';
import { usePreviewText } from './use-preview-text';

/** Characters rendered at most, because longer texts take long to lay out. */
const CHARACTERS_MAX = 500_000;

export function MarkdownView({ path }: { readonly path: string }) {
  const text = useText(previewTexts);
  const { loaded, retry } = usePreviewText(path);
  const content = loaded.is === 'ready' ? loaded.content : '';
  const html = useMemo(
    () => htmlOf(content.slice(0, CHARACTERS_MAX), (name) => text('markdown.image', { name })),
    [content, text],
  );
  if (loaded.is !== 'ready') return <LinkState state={loaded} onRetry={retry} />;
  return (
    <>
      <p className="fm-editor-hint">
        {text('markdown.note')}
        {(loaded.isCut || content.length > CHARACTERS_MAX) && ` · ${text('text.cut')}`}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- handles clicks on the links inside, by mouse or keyboard */}
      <div className="fm-markdown" onClick={openOutside}>
        <SafeHtml html={html} as="document" />
      </div>
    </>
  );
}

/** Opens links of untrusted text in a new tab without opener and referrer. */
function openOutside(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link) return;
  event.preventDefault();
  if (link.href !== '') window.open(link.href, '_blank', 'noopener,noreferrer');
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
const escaped = (words: string) => words.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);

/**
 * Converts Markdown to unsafe HTML; the caller must sanitise it. Images become text, because loading one
 * would reveal the reader to its server. @param imageWords text to show instead of the named image
 */
export function htmlOf(markdown: string, imageWords: (name: string) => string): string {
  const marked = new Marked({
    async: false,
    gfm: true,
    renderer: { image: ({ text }) => `<em>${escaped(imageWords(text))}</em>` },
  });
  return marked.parse(markdown, { async: false });
}
