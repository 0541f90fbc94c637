/** Tasks of the page. */
export const IMAGE_KINDS = ['WEB_SITE_IMAGE_CREATE', 'IMAGE_DEPLOY'] as const;
