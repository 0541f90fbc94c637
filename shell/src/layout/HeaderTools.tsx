import LogoutOutlined from '@ant-design/icons/LogoutOutlined';
import MoonOutlined from '@ant-design/icons/MoonOutlined';
import SunOutlined from '@ant-design/icons/SunOutlined';
import { setLocale, useLocale, useTheme } from '@sitedeck/sdk';
import { Button, Dropdown, useText } from '@sitedeck/ui/core';
import { layoutTexts } from './layout-texts';
import { useSupportLinks } from './support-links';
import { themeItems } from './theme-items';
import { useSignOut } from './use-sign-out';

export function SupportLinks() {
  const text = useText(layoutTexts);
  return (
    <span className="sh-support">
      {useSupportLinks().map(({ key, href }) => (
        <a key={key} href={href} target="_blank" rel="noreferrer">
          {text(key)}
          <NewWindow />
        </a>
      ))}
    </span>
  );
}

function NewWindow() {
  const text = useText(layoutTexts);
  return (
    <>
      <svg
        className="sh-external"
        width="12"
        height="12"
        viewBox="0 0 12 12"
        aria-hidden="true"
        focusable="false"
      >
        <path d="M2.5 9.5 9.5 2.5M4 2.5h5.5V8" fill="none" stroke="currentColor" strokeWidth="1.2" />
      </svg>
      <span className="sd-visually-hidden">{text('newWindow')}</span>
    </>
  );
}

export function LanguageSwitch() {
  const text = useText(layoutTexts);
  const locale = useLocale();
  return (
    <Button
      type="text"
      className="sh-tool"
      aria-label={`中 / EN ${text('language')}`}
      title={text('language')}
      onClick={() => setLocale(locale === 'zh-CN' ? 'en-US' : 'zh-CN')}
    >
      中 / EN
    </Button>
  );
}

export function ThemeSwitch() {
  const text = useText(layoutTexts);
  const { choice, scheme } = useTheme();
  return (
    <Dropdown menu={{ items: themeItems(choice, text) }} trigger={['click']} placement="bottomRight">
      <Button
        type="text"
        className="sh-tool"
        icon={scheme === 'dark' ? <MoonOutlined /> : <SunOutlined />}
        aria-label={text('theme')}
        aria-haspopup="menu"
        title={text('theme')}
      />
    </Dropdown>
  );
}

export function SignOutButton() {
  const text = useText(layoutTexts);
  const signOut = useSignOut();
  return (
    <Button type="text" className="sh-tool" icon={<LogoutOutlined />} onClick={() => void signOut()}>
      {text('signOut')}
    </Button>
  );
}
