import { Crumbs } from '@sitedeck/ui/core';
import { useGo } from './console-context';
import type { Page } from './pages';

/** Above the page, also while its remote is on its way or has failed. Upper levels lead to their first page. */
export function Breadcrumb({ levels }: { readonly levels: Page['crumbs'] }) {
  const go = useGo();
  const last = levels.length - 1;
  return (
    <Crumbs
      crumbs={levels.map(({ path, title }, index) =>
        index === last ? { title } : { title, href: path, go: () => go(path) },
      )}
    />
  );
}
