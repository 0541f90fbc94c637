import {
  FileImageOutlined,
  FileOutlined,
  FileTextOutlined,
  FileUnknownOutlined,
  FileZipOutlined,
  FolderFilled,
  LinkOutlined,
} from '@ant-design/icons';
import type { FileEntry } from '@sitedeck/contract';
import { createElement, type ComponentType } from 'react';

type Icon = ComponentType<{ readonly className?: string; readonly 'aria-hidden'?: boolean }>;

const BY_EXTENSION: readonly (readonly [RegExp, Icon])[] = [
  [/\.(?:png|jpe?g|gif|webp|avif|svg|ico|bmp)$/i, FileImageOutlined],
  [/\.(?:zip|gz|tgz|zst|tar|7z|rar|xz|bz2)$/i, FileZipOutlined],
  [
    /(?:^\.ht|\.(?:php|html?|css|js|mjs|ts|json|xml|ya?ml|md|txt|log|ini|conf|sql|env|sh|csv))/i,
    FileTextOutlined,
  ],
];

function iconOf({ type, name }: Pick<FileEntry, 'type' | 'name'>): Icon {
  if (type === 'link') return LinkOutlined;
  if (type === 'other') return FileUnknownOutlined;
  return BY_EXTENSION.find(([pattern]) => pattern.test(name))?.[1] ?? FileOutlined;
}

export function FileIcon({ entry }: { readonly entry: Pick<FileEntry, 'type' | 'name'> }) {
  if (entry.type === 'folder') return <FolderFilled className="fm-icon fm-folder" aria-hidden />;
  return createElement(iconOf(entry), { className: 'fm-icon', 'aria-hidden': true });
}
