import type { RemoteManifest } from '@sitedeck/contract';

/** Modules that every remote exposes. */
export const MODULES = { './app': './src/app.tsx', './mount': './src/mount.tsx' } as const;

/** An exposed module for each card that the remote puts on Home: `./last-backup` is `src/last-backup.tsx`. */
export const cardModules = ({ slots }: Pick<RemoteManifest, 'slots'>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    slots.flatMap((slot) =>
      slot.slot === 'home.card' ? [[slot.expose, slot.expose.replace('./', './src/') + '.tsx']] : [],
    ),
  );
