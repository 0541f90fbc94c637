import { useText } from '@sitedeck/ui/core';
import { Drawer } from '@sitedeck/ui/more';
import { SIZE } from '@sitedeck/ui/tokens';
import { layoutTexts } from './layout-texts';
import { MenuList } from './MenuList';

interface Props {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The menu below 992 px. */
export function MenuDrawer({ open, onClose }: Props) {
  const text = useText(layoutTexts);
  return (
    <Drawer
      open={open}
      onClose={onClose}
      placement="left"
      size={SIZE.menuDrawer}
      title="SiteDeck"
      rootClassName="sh-menu-drawer"
    >
      <nav aria-label={text('menu')}>
        <MenuList collapsed={false} onLeave={onClose} />
      </nav>
    </Drawer>
  );
}
