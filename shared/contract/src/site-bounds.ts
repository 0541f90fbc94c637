// Numbers alone: pages take them without what checks a site's settings.
export const DOCUMENTS_MAX = 30;
export const RULE_MAX_BYTES = 65_536;
export const RULES_MAX = 200;
export const REDIRECTS_MAX = 500;
/** Characters of a redirect's source, or of its target. */
export const REDIRECT_END_MAX = 2048;
/** Segments of the path of either. */
export const REDIRECT_SEGMENTS_MAX = 64;
export const MIME_TYPES_MAX = 500;
export const ERROR_PAGE_MAX = 262_144;
export const DISABLED_FUNCTIONS_MAX = 500;
export const SCRIPT_ERROR_MAX = 4096;
