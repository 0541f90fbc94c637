import { MenuIcon } from '../layout/menu-icons';
import { isPlain } from '../layout/menu-items';
import { useGo } from '../routing/console-context';
import type { MenuNode } from '../routing/menu';

/** Tiles that lead to pages which exist. */
export function Shortcuts({ nodes }: { readonly nodes: readonly MenuNode[] }) {
  const go = useGo();
  return (
    <ul className="sh-shortcuts">
      {nodes.map((node) => (
        <li key={node.path}>
          <a
            href={node.href ?? node.path}
            onClick={(event) => {
              if (node.href !== undefined || !isPlain(event)) return;
              event.preventDefault();
              go(node.path);
            }}
          >
            <MenuIcon name={node.icon} />
            {node.title}
          </a>
        </li>
      ))}
    </ul>
  );
}
