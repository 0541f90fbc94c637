import type { BootDocument, PublicConfig } from '@sitedeck/contract';

/**
 * A document that the server wrote into the page as a data block. It comes from the page's own origin, which
 * checked it.
 */
function readBlock(id: string): unknown {
  const text = document.getElementById(id)?.textContent;
  if (text === undefined) throw new Error(`the page has no data block ${id}`);
  return JSON.parse(text) as unknown;
}

/** The remotes of this session, their routes and menus. */
export const readBoot = (): BootDocument => readBlock('sitedeck-boot') as BootDocument;

/** Addresses and switches of this installation. */
export const readConfig = (): PublicConfig => readBlock('sitedeck-config') as PublicConfig;

/** The page's nonce for styles; the browser hides the attribute, so this reads the property. */
export const readNonce = (): string => document.querySelector<HTMLStyleElement>('style[nonce]')?.nonce ?? '';
