/** A question may still cover the list, and the list may not have been read anew: looked at so often, ms. */
const LOOK_MS = 50;
const PATIENCE_MS = 5000;

const rowOf = (root: Document | ShadowRoot, id: string | undefined): Element | null =>
  id === undefined ? null : root.querySelector(`[data-point="${id}"]`);

/** Where the rows are: a mount in a foreign page has a root of its own. */
function rootOf(id: string): Document | ShadowRoot {
  if (rowOf(document, id)) return document;
  const roots = [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? []);
  return roots.find((root) => rowOf(root, id)) ?? document;
}

/**
 * What has the focus goes with its row. Call it before; what it answers, once the row is to go: the next row has the
 * focus then, or the heading (interface, "Access").
 */
export function focusAfter(point: number): () => void {
  const id = String(point);
  const root = rootOf(id);
  const ids = [...root.querySelectorAll<HTMLElement>('[data-point]')].map(({ dataset }) => dataset['point']);
  const place = ids.indexOf(id);
  const nearest = ids[place + 1] ?? ids[place - 1];
  return () => {
    const until = Date.now() + PATIENCE_MS;
    const look = () => {
      const has = root.activeElement;
      const isLost = has === null || has === document.body;
      if (rowOf(root, id) === null && isLost) {
        const row = rowOf(root, nearest)?.querySelector<HTMLElement>('button[aria-haspopup]');
        (row ?? root.querySelector<HTMLElement>('.bk-points-title'))?.focus();
      } else if (Date.now() < until) setTimeout(look, LOOK_MS);
    };
    look();
  };
}
