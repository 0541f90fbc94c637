/** Folder of a host's root that is the host's own and shown to nobody: recycle bin, earlier contents, settings of Files. */
export const PRIVATE_FOLDER = '.sitedeck';

/** Folder of a host's root in which root lays what the host's own child is to put into place; shown to nobody. */
export const RESTORED_FOLDER = '.sitedeck-restored';
