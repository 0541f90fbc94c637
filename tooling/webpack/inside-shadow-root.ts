import webpack from 'webpack';

/** The document knows of a shadow root only that the focus is in there; this is the element that has it. */
const FOCUSED =
  '((at) => { while (at && at.shadowRoot && at.shadowRoot.activeElement) at = at.shadowRoot.activeElement; return at; })(document.activeElement)';

/** Where the focus is, then the document: ids and marks of two places in a page may be the same. */
const found = (method: string): string =>
  `((what) => { const at = ${FOCUSED}; const near = at ? at.getRootNode() : document; return near.${method}(what) || document.${method}(what); })`;

/**
 * antd's parts ask the document for the focus (the lock of a dialog, the arrow keys of a menu) and for their own
 * elements. In a shadow root the document does not know either: in the build for portals they ask the right one.
 */
export const insideShadowRoot = (): webpack.DefinePlugin =>
  new webpack.DefinePlugin({
    'document.activeElement': FOCUSED,
    'document.querySelector': found('querySelector'),
    'document.getElementById': found('getElementById'),
  });
