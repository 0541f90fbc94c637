/** How a web server or a setting of a site would treat a file. */
export type Language = 'php' | 'asp' | 'aspx' | 'jsp' | 'setting' | 'picture' | 'other';

const EXTENSIONS: Readonly<Record<string, Language>> = {
  ...Object.fromEntries(
    ['php', 'php3', 'php4', 'php5', 'php7', 'php8', 'phtml', 'pht', 'phar', 'phps', 'inc', 'module'].map(
      (one) => [one, 'php'],
    ),
  ),
  ...Object.fromEntries(['asp', 'asa', 'cer', 'cdx', 'htr'].map((one) => [one, 'asp'])),
  ...Object.fromEntries(
    ['aspx', 'ashx', 'asmx', 'ascx', 'asax', 'soap', 'cshtml', 'master', 'svc'].map((one) => [one, 'aspx']),
  ),
  ...Object.fromEntries(
    ['jsp', 'jspx', 'jspf', 'jspa', 'jsw', 'jsv', 'jhtml', 'tag'].map((one) => [one, 'jsp']),
  ),
  ...Object.fromEntries(
    ['jpg', 'jpeg', 'png', 'gif', 'bmp', 'ico', 'webp', 'svg', 'tif', 'tiff'].map((one) => [one, 'picture']),
  ),
};

const SETTINGS = /^(\.htaccess|\.user\.ini|php\.ini|\.htpasswd_|web\.config)$/i;

export function languageOf(path: string): Language {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (SETTINGS.test(name)) return 'setting';
  const parts = name.toLowerCase().split('.').slice(1);
  const extension = parts.at(-1) ?? '';
  if (Object.hasOwn(EXTENSIONS, extension)) return EXTENSIONS[extension] ?? 'other';
  // Some servers run `a.php.bak1` or `a.asp;.jpg` by an earlier part of the name.
  const before = parts.find((part) => Object.hasOwn(EXTENSIONS, part.replace(/;.*$/, '')));
  return before === undefined ? 'other' : (EXTENSIONS[before.replace(/;.*$/, '')] ?? 'other');
}

const MAGIC = [
  ...['\xff\xd8\xff', '\x89PNG', 'GIF87a', 'GIF89a', 'BM', 'RIFF', 'II*\0', 'MM\0*'],
  ...['\0\0\x01\0', '%PDF', 'PK\x03\x04'],
];
export const beginsLikePicture = (source: string): boolean => MAGIC.some((one) => source.startsWith(one));

/** Names of documents, in which code is quoted. */
export const isDocument = (path: string): boolean =>
  /\.(md|markdown|rst|txt|html?|adoc|json|xml|ya?ml|js|css|po|mo|sql|log|pdf|csv|tex|[1-9])$/i.test(path);
