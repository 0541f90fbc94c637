import type { BootRemote } from '@sitedeck/contract';
import { bootRemote } from './samples';
import { shippedRemotes } from './shipped-remotes';

interface Entry {
  readonly path: string;
  readonly zh: string;
  readonly en: string;
  readonly icon: string;
  /** For a parent: the page that it redirects to. */
  readonly redirect?: string;
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
    routes: entries.map(({ path, redirect }) => ({
      path,
      titleKey: path,
      ...(redirect !== undefined && { redirect }),
    })),
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

const safety = remote({ name: 'safety', order: 80 }, [
  { path: '/safe', zh: '安全防护', en: 'Security', icon: 'Safety', redirect: '/safe/fileTamperProof' },
  ...below('/safe', [
    { path: 'fileTamperProof', zh: '文件防篡改', en: 'File tamper protection', icon: 'Lock' },
    { path: 'searchAndKill', zh: '木马查杀', en: 'Web-shell scan and removal', icon: 'Bug' },
  ]),
]);

/** The full menu: the areas that ship, and drafts of the manifests of those to come. */
export const fullMenu: readonly BootRemote[] = [
  // Deliberately not in menu order: the manifests' `order` must sort it.
  safety,
  ...shippedRemotes,
];
