const KEY = Symbol.for('sitedeck.style-nonce.v1');

interface Page {
  [KEY]?: string;
}

/** For the style elements that kit and remotes create by themselves (preset/styles-with-nonce.ts). */
export function keepNonce(nonce: string | undefined): void {
  if (nonce !== undefined) (globalThis as Page)[KEY] = nonce;
}
