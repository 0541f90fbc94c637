// Limits of the file calls without their schemas, so that a page imports only numbers.

/** Entries of one `listFolder` reply. */
export const LIST_ENTRIES_MAX = 5000;
/** Characters of a name filter. */
export const NAME_FILTER_MAX = 255;
/** Items of one call that restores from the recycle bin or empties it. */
export const BIN_ITEMS_MAX = 1000;
/** Files of one call that previews, replaces or restores contents. */
export const REPLACE_FILES_MAX = 500;
/** Characters of a search text. */
export const SEARCH_TEXT_MAX = 1000;
/** Matches or entries of one search. */
export const SEARCH_FOUND_MAX = 10_000;
/** Characters of a replacement. */
export const REPLACEMENT_MAX = 10_000;
/** Folders of one `measureFolders` call. */
export const MEASURE_FOLDERS_MAX = 1000;
/** Entries that one call names. */
export const ENTRIES_MAX = 10_000;
/** Bytes of one part of a large text file. */
export const TEXT_PART_MAX_BYTES = 1024 * 1024;
/** Permissions of a file or folder: owner, group and others. */
export const FILE_MODE_PATTERN = /^[0-7]{3}$/;
/** An upload that receives nothing for this long is removed, ms. */
export const UPLOAD_STALE_MS = 24 * 3600_000;
/** Favourite folders of one host. */
export const FAVOURITES_MAX = 50;
/** Failed files that the end of an upload reports, and the characters of each path and message. */
export const UPLOAD_FAILED_MAX = 10_000;
export const UPLOAD_PATH_MAX = 4096;
export const UPLOAD_MESSAGE_MAX = 500;
