import EllipsisOutlined from '@ant-design/icons/EllipsisOutlined';
import { setLocale, useLocale, useTheme } from '@sitedeck/sdk';
import { Button, Dropdown, useText, type MenuProps } from '@sitedeck/ui/core';
import { layoutTexts } from './layout-texts';
import { useSupportLinks } from './support-links';
import { themeItems } from './theme-items';
import { useSignOut } from './use-sign-out';

type MenuClick = Parameters<NonNullable<MenuProps['onClick']>>[0];

/** Below 992 px this menu holds everything but menu, mark, host and tasks. */
export function HeaderMore() {
  const text = useText(layoutTexts);
  const locale = useLocale();
  const { choice } = useTheme();
  const links = useSupportLinks();
  const signOut = useSignOut();

  const items: MenuProps['items'] = [
    ...links.map(({ key, href }) => ({
      key,
      // The keyboard focus is on the entry, which contains the link.
      onClick: ({ domEvent }: MenuClick) => domEvent.type === 'keydown' && open(href, '_blank', 'noreferrer'),
      label: (
        <a href={href} target="_blank" rel="noreferrer">
          {text(key)}
          {text('newWindow')}
        </a>
      ),
    })),
    ...(links.length > 0 ? [{ type: 'divider' as const }] : []),
    {
      key: 'language',
      label: text('language'),
      onClick: () => setLocale(locale === 'zh-CN' ? 'en-US' : 'zh-CN'),
    },
    { key: 'theme', type: 'group', label: text('theme'), children: themeItems(choice, text) },
    { type: 'divider' },
    { key: 'signOut', label: text('signOut'), onClick: () => void signOut() },
  ];

  return (
    <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight">
      <Button
        type="text"
        className="sh-tool"
        icon={<EllipsisOutlined />}
        aria-label={text('more')}
        aria-haspopup="menu"
      />
    </Dropdown>
  );
}
