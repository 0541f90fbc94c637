/** Hidden folder in a host's root, owned by the host: recycle bin, earlier versions, settings of Files. */
export const PRIVATE_FOLDER = '.sitedeck';

/** Hidden folder in a host's root where root puts files that the host's child then moves into its tree. */
export const RESTORED_FOLDER = '.sitedeck-restored';
