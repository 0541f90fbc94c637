import { Menu, useText } from '@sitedeck/ui/core';
import { useMemo, useState } from 'react';
import { useGo, useMenu, usePage } from '../routing/console-context';
import { layoutTexts } from './layout-texts';
import { isPlain, menuItems, nodeOfKey, openKeysFor } from './menu-items';

interface Props {
  readonly collapsed: boolean;
  /** Called when an entry was chosen: a drawer closes. */
  readonly onLeave?: () => void;
}

/** The menu tree; selected and open keys follow the address. */
export function MenuList({ collapsed, onLeave }: Props) {
  const text = useText(layoutTexts);
  const menu = useMenu();
  const go = useGo();
  const path = usePage()?.path ?? '';
  const [openKeys, setOpenKeys] = useState(() => openKeysFor(menu, path));

  const [lastPath, setLastPath] = useState(path);
  if (lastPath !== path) {
    setLastPath(path);
    setOpenKeys([...new Set([...openKeys, ...openKeysFor(menu, path)])]);
  }

  const items = useMemo(
    () => menuItems(menu, { isNew: text('menu.new'), newWindow: text('newWindow') }),
    [menu, text],
  );

  return (
    <Menu
      mode="inline"
      inlineIndent={12}
      inlineCollapsed={collapsed}
      items={items}
      selectedKeys={[path]}
      {...(!collapsed && { openKeys, onOpenChange: setOpenKeys })}
      onClick={({ key, domEvent }) => {
        // A click that opens a new tab or window is left to the link in the label.
        const node = nodeOfKey(menu, key);
        if (!node || node.href !== undefined || !isPlain(domEvent)) return;
        // Enter on the link in the label would also click, after the closing drawer has moved the focus to its opener.
        domEvent.preventDefault();
        go(node.path);
        onLeave?.();
      }}
    />
  );
}
