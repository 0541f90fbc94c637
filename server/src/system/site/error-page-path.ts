import { SitePath, type Language } from '@sitedeck/contract';
import { isClosedSource } from '#system/nginx/snippet/closed-sources';

/** What is served of a host. */
export const WWWROOT = '/wwwroot';

/** Ends a word of the configuration or begins a query; no name of a page needs it. */
// oxlint-disable-next-line no-control-regex -- control characters are what this refuses
const UNFIT = /[\u0000-\u001f\u007f"'`;{}$\\?#]/;

/** The same rule as in front of the site: a program runs where its engine does, any other source stays closed. */
function isOpen(name: string, isLast: boolean, language: Language): boolean {
  const extension = /\.([^.]+)$/.exec(name)?.[1] ?? '';
  return !isClosedSource(extension) || (isLast && language === 'PHP' && extension === 'php');
}

/** Whether a file may be the page for HTTP 404: below `/wwwroot`, in plain sight, and no closed source. */
export function isErrorPagePath(path: string, language: Language): boolean {
  if (!path.startsWith(`${WWWROOT}/`) || UNFIT.test(path) || !SitePath.safeParse(path).success) return false;
  const names = path.slice(WWWROOT.length + 1).split('/');
  return names.every(
    (name, index) =>
      name !== '' && !name.startsWith('.') && isOpen(name, index === names.length - 1, language),
  );
}
