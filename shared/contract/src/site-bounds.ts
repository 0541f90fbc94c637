// Numbers without schemas, so that pages load no validation code.
export const DOCUMENTS_MAX = 30;
/** Characters of a default document's name. */
export const DOCUMENT_NAME_MAX = 100;
export const RULE_MAX_BYTES = 65_536;
export const RULES_MAX = 200;
/** Characters of a rewrite rule's name. */
export const RULE_NAME_MAX = 64;
export const REDIRECTS_MAX = 500;
/** Characters of a redirect's source, and of its target. */
export const REDIRECT_END_MAX = 2048;
/** Path segments of a redirect's source, and of its target. */
export const REDIRECT_SEGMENTS_MAX = 64;
export const MIME_TYPES_MAX = 500;
/** Characters of a MIME type. */
export const MIME_TYPE_MAX = 127;
export const ERROR_PAGE_MAX = 262_144;
export const DISABLED_FUNCTIONS_MAX = 500;
export const SCRIPT_ERROR_MAX = 4096;
/** Versions of one `listConfigVersions` reply. */
export const CONFIG_VERSIONS_MAX = 20;
/** Characters of a search text for an error log. */
export const LOG_SEARCH_MAX = 200;
