/** Cache statuses of nginx (`X-Cache`, `$upstream_cache_status`) for replies that came from the cache. */
export const HIT_STATUSES: readonly string[] = ['HIT', 'STALE', 'UPDATING', 'REVALIDATED'];
