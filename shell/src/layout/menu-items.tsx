import ExportOutlined from '@ant-design/icons/ExportOutlined';
import { Tag, type MenuProps } from '@sitedeck/ui/core';
import { Fragment, type ReactNode } from 'react';
import type { MenuNode } from '../routing/menu';
import { MenuIcon } from './menu-icons';

interface Words {
  readonly isNew: string;
  readonly newWindow: string;
}

type Items = NonNullable<MenuProps['items']>;

/** Menu data as antd's items. Labels are real links: middle click and "copy address" work. */
export function menuItems(nodes: readonly MenuNode[], words: Words): Items {
  return nodes.map((node) => {
    const base = {
      key: node.path,
      icon: <MenuIcon name={node.icon} />,
      label: label(node, words),
      title: node.title,
    };
    return node.children.length > 0 ? { ...base, children: menuItems(node.children, words) } : base;
  });
}

function label(node: MenuNode, words: Words) {
  if (node.children.length > 0) return breakable(node.title);
  if (node.href !== undefined) {
    return (
      <a href={node.href} target="_blank" rel="noreferrer">
        {node.title} <ExportOutlined aria-hidden className="sh-external" />
        <span className="sd-visually-hidden">{words.newWindow}</span>
      </a>
    );
  }
  return (
    <a href={node.path} onClick={(event) => isPlain(event) && event.preventDefault()}>
      {node.title} {node.isNew && <Tag tone="primary">{words.isNew}</Tag>}
    </a>
  );
}

/** A title may break after a slash: Domain/Certificate/CDN is wider than the menu or a tile. */
export const breakable = (title: string): ReactNode =>
  title.split('/').map((part, index) => (
    <Fragment key={part}>
      {index > 0 && (
        <>
          /<wbr />
        </>
      )}
      {part}
    </Fragment>
  ));

interface Click {
  readonly metaKey: boolean;
  readonly ctrlKey: boolean;
  readonly shiftKey: boolean;
}

/** A click with a modifier belongs to the browser. */
export const isPlain = ({ metaKey, ctrlKey, shiftKey }: Click): boolean => !metaKey && !ctrlKey && !shiftKey;

/** Keys of the entries above the one at `path`. */
export function openKeysFor(nodes: readonly MenuNode[], path: string): string[] {
  const parent = nodes.find((node) => node.children.some((child) => child.path === path));
  return parent ? [parent.path] : [];
}

/** The entry of a menu key; a key without an entry is logged. */
export function nodeOfKey(nodes: readonly MenuNode[], key: string): MenuNode | undefined {
  const found = nodes.flatMap((node) => [node, ...node.children]).find((node) => node.path === key);
  if (!found) console.error('No menu entry has the key', key);
  return found;
}
