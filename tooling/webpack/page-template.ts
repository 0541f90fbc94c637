/** Integrity hashes by address. */
export type IntegrityHashes = Readonly<Record<string, string>>;

/** Addresses of the files that a page loads. */
export interface PageParts {
  /** Run in this order; each only if its hash matches. */
  readonly scripts: IntegrityHashes;
  /** Scripts that these may load later from the page's own origin. */
  readonly chunks: IntegrityHashes;
  /** Prefetched while this page is idle. */
  readonly next: readonly string[];
  readonly style: string;
  readonly body: string;
}

/**
 * A square in the primary colour with the mark of the brand. Inline, since an icon would be a fifth request and the
 * page may make at most four.
 */
const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="#0B63E5"/><path d="M4 5h8v2H4zm0 4h8v2H4z" fill="#fff"/></svg>',
)}`;

/**
 * A page that the API fills per request: `__NONCE__` (of the style policy), `__BOOT__` and `__CONFIG__` (JSON documents,
 * `<` escaped). They are data blocks, so the policy needs no inline script.
 */
export function pageTemplate({ scripts, chunks, next, style, body }: PageParts): string {
  return [
    '<!doctype html>',
    '<html lang="zh-CN">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<title>SiteDeck</title>',
    `<link rel="icon" href="${ICON}">`,
    ...next.map((url) => `<meta name="sitedeck-next" content="${url}">`),
    `<style nonce="__NONCE__">${style}</style>`,
    '<script type="application/json" id="sitedeck-boot">__BOOT__</script>',
    '<script type="application/json" id="sitedeck-config">__CONFIG__</script>',
    `<script type="application/json" id="sitedeck-integrity">${JSON.stringify(chunks)}</script>`,
    ...Object.entries(scripts).map(([url, sum]) => `<script defer src="${url}" integrity="${sum}"></script>`),
    '</head>',
    `<body><div id="root">${body}</div></body>`,
    '</html>',
    '',
  ].join('\n');
}
