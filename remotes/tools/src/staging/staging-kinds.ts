/** Tasks of the page. */
export const STAGING_KINDS = ['STAGING_CREATE', 'STAGING_PUSH'] as const;
