import { useText } from '@sitedeck/ui/core';
import { MenuIcon } from '../layout/menu-icons';
import { breakable } from '../layout/menu-items';
import type { MenuNode } from '../routing/menu';
import type { Shortcut } from './home-slots';
import { homeTexts } from './home-texts';
import { InnerLink } from './InnerLink';
import { useAdminTool } from './use-admin-tool';

type Tile = Pick<MenuNode, 'path' | 'title' | 'icon'> &
  Partial<Pick<MenuNode, 'href'>> &
  Pick<Shortcut, 'opens'>;

/** Tiles that link to existing pages, or open the admin tool. */
export function Shortcuts({ nodes }: { readonly nodes: readonly Tile[] }) {
  return (
    <ul className="sh-shortcuts">
      {nodes.map((node) => (
        <li key={`${node.path} ${node.title}`}>
          <TileLink {...node} />
        </li>
      ))}
    </ul>
  );
}

function TileLink({ path, title, icon, href, opens }: Tile) {
  if (opens === 'admin-tool') return <AdminToolTile title={title} icon={icon} />;
  const words = (
    <>
      <MenuIcon name={icon} />
      <span>{breakable(title)}</span>
    </>
  );
  return href === undefined ? <InnerLink to={path}>{words}</InnerLink> : <a href={href}>{words}</a>;
}

function AdminToolTile({ title, icon }: Pick<Tile, 'title' | 'icon'>) {
  const text = useText(homeTexts);
  const { open, isOpening } = useAdminTool();
  return (
    <button type="button" aria-busy={isOpening} onClick={() => void open()}>
      <MenuIcon name={icon} />
      {title}
      <span className="sd-visually-hidden">{text('newWindow')}</span>
    </button>
  );
}
