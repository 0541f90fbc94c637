import { createRoot } from 'react-dom/client';
import { areaStyle } from './area-style';
import { AreaRoot } from './AreaRoot';
import type { EmbedArea, EmbedElement } from './embed-api';
import type { AreaStart } from './read-boot';

const KEY = Symbol.for('sitedeck.style-nonce.v1');

interface Page {
  [KEY]?: string;
}

/** For the style elements that kit and remotes create by themselves (preset/styles-with-nonce.ts). */
function keepNonce(nonce: string | undefined): void {
  if (nonce !== undefined) (globalThis as Page)[KEY] = nonce;
}

let count = 0;

/** One embedded remote: a shadow root with the remote, its layers, its tasks and its state. */
export function openArea(place: EmbedElement, start: AreaStart): EmbedArea {
  count += 1;
  // Prefix of class names and of CSS variables, different for each embedded remote of a page.
  const key = `sde${count}`;
  const { frame, layers, toasts } = build(place);
  const root = createRoot(frame);
  const surface = { layers, toasts, styles: place.root, key };
  const render = (options: EmbedElement['options'], version: number) =>
    root.render(<AreaRoot {...{ place, start, surface, options, version }} />);
  let version = 0;
  render(place.options, version);
  return {
    update: (options) => render(options, (version += 1)),
    // Deferred, since React must not unmount a root while the portal's own root renders.
    close: () => queueMicrotask(() => root.unmount()),
  };
}

/** The first element resets all inherited styles of the portal to their initial values. */
function build({ root, options: { nonce } }: EmbedElement) {
  const style = document.createElement('style');
  if (nonce !== undefined) style.nonce = nonce;
  keepNonce(nonce);
  style.textContent = areaStyle;
  const frame = document.createElement('div');
  frame.className = 'se-frame';
  const layers = document.createElement('div');
  layers.className = 'se-layers';
  const toasts = document.createElement('div');
  toasts.className = 'se-toasts';
  root.replaceChildren(style, frame, layers, toasts);
  return { frame, layers, toasts };
}
