import { MenuIcon } from '../layout/menu-icons';
import type { MenuNode } from '../routing/menu';
import { InnerLink } from './InnerLink';

type Tile = Pick<MenuNode, 'path' | 'title' | 'icon'> & Partial<Pick<MenuNode, 'href'>>;

/** Tiles that link to existing pages. */
export function Shortcuts({ nodes }: { readonly nodes: readonly Tile[] }) {
  return (
    <ul className="sh-shortcuts">
      {nodes.map(({ path, title, icon, href }) => (
        <li key={path}>
          {href === undefined ? (
            <InnerLink to={path}>
              <MenuIcon name={icon} />
              {title}
            </InnerLink>
          ) : (
            <a href={href}>
              <MenuIcon name={icon} />
              {title}
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}
