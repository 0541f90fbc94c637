import { SitePath, type Language } from '@sitedeck/contract';
import { isClosedSource } from '#system/nginx/snippet/closed-sources';

/** The folder from which a host's files are served. */
export const WWWROOT = '/wwwroot';

/** Characters that end a word of the configuration or begin a query; page names don't need them. */
// oxlint-disable-next-line no-control-regex -- control characters are what this refuses
const UNFIT = /[\u0000-\u001f\u007f"'`;{}$\\?#]/;

/** The same rule as the web server's: a program runs if its engine does; any other source stays closed. */
function isOpen(name: string, isLast: boolean, language: Language): boolean {
  const extension = /\.([^.]+)$/.exec(name)?.[1] ?? '';
  return !isClosedSource(extension) || (isLast && language === 'PHP' && extension === 'php');
}

/** Whether a file may be the page for HTTP 404: below `/wwwroot`, not hidden, and not a closed source. */
export function isErrorPagePath(path: string, language: Language): boolean {
  if (!path.startsWith(`${WWWROOT}/`) || UNFIT.test(path) || !SitePath.safeParse(path).success) return false;
  const names = path.slice(WWWROOT.length + 1).split('/');
  return names.every(
    (name, index) =>
      name !== '' && !name.startsWith('.') && isOpen(name, index === names.length - 1, language),
  );
}
