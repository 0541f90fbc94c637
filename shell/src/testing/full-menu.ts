import type { BootRemote } from '@sitedeck/contract';
import { bootRemote } from './samples';
import { shippedRemotes } from './shipped-remotes';

interface Entry {
  readonly path: string;
  readonly zh: string;
  readonly en: string;
  readonly icon: string;
  readonly parent?: string;
}

interface Facts {
  readonly name: string;
  /** Order of its first entry; the others count up from it. */
  readonly order: number;
}

/** A remote to come, with the manifest that it will have. */
function remote({ name, order }: Facts, entries: readonly Entry[]): BootRemote {
  const words = (language: 'zh' | 'en') =>
    Object.fromEntries(entries.map((entry) => [entry.path, entry[language]]));
  return bootRemote({
    name,
    routes: entries.map(({ path }) => ({ path, titleKey: path })),
    menu: entries.map(({ path, icon, parent }, index) => ({
      path,
      titleKey: path,
      icon,
      order: order + index,
      ...(parent !== undefined && { parent }),
    })),
    titles: { 'zh-CN': words('zh'), 'en-US': words('en') },
  });
}

const below = (parent: string, entries: readonly Omit<Entry, 'parent'>[]): readonly Entry[] =>
  entries.map((entry) => ({ ...entry, parent, path: `${parent}/${entry.path}` }));

const tamper = remote(
  { name: 'tamper', order: 81 },
  below('/safe', [{ path: 'fileTamperProof', zh: '文件防篡改', en: 'File tamper protection', icon: 'Lock' }]),
);

/** The full menu: the areas that ship, and drafts of the manifests of those to come. */
export const fullMenu: readonly BootRemote[] = [
  // Deliberately not in menu order: the manifests' `order` must sort it.
  tamper,
  ...shippedRemotes,
];
