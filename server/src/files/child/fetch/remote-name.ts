const NAME_MAX = 255;
const FALLBACK = 'download';

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** `filename*=UTF-8''…` comes before `filename="…"`, as RFC 6266 says. */
function fromDisposition(header: string): string | undefined {
  const extended = /;\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(header)?.[1];
  const plain = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header);
  const quoted = plain?.[1]?.replace(/\\(.)/g, '$1');
  // Node.js reads header bytes as Latin-1; most servers write UTF-8.
  const bytes = quoted ?? plain?.[2];
  return (extended && decoded(extended)) ?? (bytes && Buffer.from(bytes, 'latin1').toString('utf8'));
}

/** Cuts a name between characters; keeps its ending. */
function fitted(name: string): string {
  const ending = /\.[^.]{1,16}$/.exec(name)?.[0] ?? '';
  let stem = Array.from(name.slice(0, name.length - ending.length));
  while (Buffer.byteLength(stem.join('') + ending) > NAME_MAX) stem = stem.slice(0, -1);
  return stem.join('') + ending;
}

/**
 * A safe file name from the one that the server has chosen: one component, no invisible characters, and no leading dot, so
 * that no server creates a `.htaccess` or `.user.ini`.
 * @param url the last address after redirects
 */
export function safeRemoteName(url: URL, disposition: string | undefined): string {
  const last = url.pathname.split('/').filter(Boolean).at(-1) ?? '';
  const said = (disposition && fromDisposition(disposition)) ?? decoded(last) ?? last;
  const visible = said
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[/\\]/g, '_')
    .replace(/^[.\s]+|\s+$/g, '');
  return fitted(visible) || FALLBACK;
}
