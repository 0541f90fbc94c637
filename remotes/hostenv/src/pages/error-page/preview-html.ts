/** What would run, load or lead elsewhere; the frame is shut, this keeps it quiet too. */
const LEFT_OUT = 'script, link, base, iframe, frame, object, embed, meta[http-equiv]';

/**
 * The owner's page as the preview may show it. The console's policy applies in the frame too and allows styles by
 * its nonce alone, so each style attribute becomes a rule of a style element that has it.
 */
export function previewHtml(html: string, nonce = ''): string {
  // The policy holds for what is read here too.
  const known = html.replace(/<style\b/gi, `<style nonce="${nonce}"`);
  const page = new DOMParser().parseFromString(known, 'text/html');
  page.querySelectorAll(LEFT_OUT).forEach((part) => part.remove());
  const rules = [...page.querySelectorAll('[style]')].map((part, index) => {
    const style = part.getAttribute('style') ?? '';
    part.removeAttribute('style');
    part.setAttribute('data-preview', String(index));
    return `[data-preview="${String(index)}"]{${style.replace(/[{}<]/g, '')}}`;
  });
  const own = page.createElement('style');
  own.setAttribute('nonce', nonce);
  own.textContent = rules.join('\n');
  page.head.append(own);
  return `<!doctype html>${page.documentElement.outerHTML}`;
}
