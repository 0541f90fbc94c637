/**
 * Elements that run, load or lead elsewhere. The sandbox blocks them too; without them it reports no errors.
 */
const LEFT_OUT = 'script, link, base, iframe, frame, object, embed, meta[http-equiv]';

/**
 * Prepares the owner's page for the preview. The console's content security policy applies in the frame and
 * allows only styles with its nonce, so each style attribute becomes a rule of a style element with the
 * nonce.
 */
export function previewHtml(html: string, nonce = ''): string {
  // The policy also applies to the parsed document.
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
