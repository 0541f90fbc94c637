// Numbers without schemas, so that pages load no validation code.
export const DOCUMENTS_MAX = 30;
/** Name of a default document: no path, no leading dot. */
export const DOCUMENT_NAME_PATTERN = /^[\p{L}\p{N}_][\p{L}\p{N}._-]*$/u;
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
export const MIME_TYPE_PATTERN = /^[A-Za-z0-9][A-Za-z0-9!#&^_.+-]*\/[A-Za-z0-9][A-Za-z0-9!#&^_.+-]*$/;
/** A file extension of a MIME type, without its dot, in lower case. */
export const EXTENSION_MAX = 32;
export const EXTENSION_PATTERN = /^[a-z0-9][a-z0-9_+-]*$/;
export const ERROR_PAGE_MAX = 262_144;
export const DISABLED_FUNCTIONS_MAX = 500;
/** Name of a PHP function, in lower case. */
export const FUNCTION_NAME_MAX = 64;
export const FUNCTION_NAME_PATTERN = /^[a-z_][a-z0-9_]*$/;
export const SCRIPT_ERROR_MAX = 4096;
/** Versions of one `listConfigVersions` reply. */
export const CONFIG_VERSIONS_MAX = 20;
/** Characters of a search text for an error log. */
export const LOG_SEARCH_MAX = 200;

/** Days that browsers may remember HSTS: two years, as browsers' preload lists ask for. */
export const HSTS_DAYS_MAX = 730;
/** Domains of a site that have settings of their own. */
export const NAMES_MAX = 400;
