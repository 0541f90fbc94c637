import DoubleLeftOutlined from '@ant-design/icons/DoubleLeftOutlined';
import DoubleRightOutlined from '@ant-design/icons/DoubleRightOutlined';
import { Tooltip, useText } from '@sitedeck/ui/core';
import { layoutTexts } from './layout-texts';
import { MenuList } from './MenuList';

interface Props {
  readonly collapsed: boolean;
  readonly onToggle: () => void;
}

export function SideMenu({ collapsed, onToggle }: Props) {
  const text = useText(layoutTexts);
  const name = text(collapsed ? 'menu.expand' : 'menu.collapse');
  return (
    <nav className={collapsed ? 'sh-menu sh-menu-collapsed' : 'sh-menu'} aria-label={text('menu')}>
      <div className="sh-menu-list">
        <MenuList collapsed={collapsed} />
      </div>
      <Tooltip title={collapsed ? name : ''} placement="right">
        <button
          type="button"
          className="sh-menu-toggle"
          aria-expanded={!collapsed}
          aria-label={name}
          onClick={onToggle}
        >
          {collapsed ? <DoubleRightOutlined aria-hidden /> : <DoubleLeftOutlined aria-hidden />}
          {!collapsed && <span>{name}</span>}
        </button>
      </Tooltip>
    </nav>
  );
}
