/** `User-Agent` of the node's own prefetch requests, which are no visits. */
export const PREFETCH_AGENT = 'SiteDeck prefetch';
