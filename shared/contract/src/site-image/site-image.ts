/** What an image holds: the site's configuration, a dump of its database, and its folders. */
export const SITE_IMAGE_PARTS = ['configuration', 'database', 'files'] as const;
export type SiteImagePart = (typeof SITE_IMAGE_PARTS)[number];
