import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { MODAL_WIDTH } from '@sitedeck/contract';

const ROOT = join(__dirname, '../../../..');
const SKIPPED = new Set(['node_modules', 'dist', 'testing']);

/** Widths that the specification notes, the editor's layer, which is as large as the window, and texts side by side. */
const NOTED: Readonly<Record<string, string>> = {
  'shared/ui/src/confirm/ConfirmDialog.tsx': '{needsWord ? MODAL_WIDTH.normal : MODAL_WIDTH.tip}',
  'shell/src/layout/hosts/SwitchDialog.tsx': '{MODAL_WIDTH.host}',
  'shell/src/layout/hosts/MovedDialog.tsx': '{MODAL_WIDTH.host}',
  'remotes/tools/src/staging/FileDifference.tsx': '{960}',
  'remotes/files/src/editor/Layer.tsx': '"min(1440px, calc(100vw - 16px))"',
};

function components(folder: string): string[] {
  return readdirSync(folder).flatMap((entry) => {
    const path = join(folder, entry);
    if (SKIPPED.has(entry)) return [];
    if (statSync(path).isDirectory()) return components(path);
    return entry.endsWith('.tsx') && !entry.endsWith('.test.tsx') ? [path] : [];
  });
}

/** Widths that each modal sets for itself; one that sets none gets the kit's. */
const widths = ['shared/ui/src', 'shell/src', 'remotes']
  .flatMap((room) => components(join(ROOT, room)))
  .flatMap((path): [string, string][] => {
    const modals = readFileSync(path, 'utf8').match(/<(?:Kept\w*)?Modal\s[^]*?\n\s*\/?>/g) ?? [];
    return modals.flatMap((modal) => {
      const width = /\swidth=(\{[^}]*\}|"[^"]*")/.exec(modal)?.[1];
      return width === undefined ? [] : [[relative(ROOT, path), width]];
    });
  });

it('keeps every modal 600 px wide unless the specification notes another width', () => {
  expect(MODAL_WIDTH).toEqual({ normal: 600, host: 450, tip: 420 });
  const others = widths.filter(([, width]) => width !== '{MODAL_WIDTH.normal}');
  expect(Object.fromEntries(others)).toEqual(NOTED);
});
