import { PRIVATE_FOLDER } from './private-folder';

/** Folders of a host's root that belong to the host. */
export const HOST_FOLDERS = ['wwwroot', 'data', 'tmp', PRIVATE_FOLDER] as const;
/** The one log that the host's own programs write. */
export const HOST_LOG = 'logs/php-error.log';
