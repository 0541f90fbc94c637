/** Folder of a host's root that is the host's own and shown to nobody: recycle bin, earlier contents, settings of Files. */
export const PRIVATE_PLACE = '.sitedeck';
