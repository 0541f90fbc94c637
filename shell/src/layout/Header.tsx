import MenuOutlined from '@ant-design/icons/MenuOutlined';
import { Button, useText } from '@sitedeck/ui/core';
import { BrandMark } from '../brand/BrandMark';
import { useGo } from '../routing/console-context';
import { HeaderMore } from './HeaderMore';
import { LanguageSwitch, SignOutButton, SupportLinks, ThemeSwitch } from './HeaderTools';
import { HostNameText } from './HostName';
import { layoutTexts } from './layout-texts';
import { isPlain } from './menu-items';
import { TaskEntry } from './TaskEntry';

interface Props {
  readonly narrow: boolean;
  readonly onMenu: () => void;
}

export function Header({ narrow, onMenu }: Props) {
  const text = useText(layoutTexts);
  return (
    <header className="sh-header">
      {narrow && (
        <Button
          type="text"
          className="sh-tool"
          icon={<MenuOutlined />}
          aria-label={text('menu.open')}
          onClick={onMenu}
        />
      )}
      <Brand />
      <HostNameText />
      <div className="sh-header-end">
        {!narrow && <SupportLinks />}
        <TaskEntry narrow={narrow} />
        {narrow ? (
          <HeaderMore />
        ) : (
          <>
            <span className="sh-rule" />
            <LanguageSwitch />
            <ThemeSwitch />
            <SignOutButton />
          </>
        )}
      </div>
    </header>
  );
}

function Brand() {
  const text = useText(layoutTexts);
  const go = useGo();
  return (
    <a
      className="sh-brand"
      href="/"
      aria-label={text('brand')}
      onClick={(event) => {
        if (!isPlain(event)) return;
        event.preventDefault();
        go('/');
      }}
    >
      <BrandMark />
      <span className="sh-brand-name">SiteDeck</span>
    </a>
  );
}
