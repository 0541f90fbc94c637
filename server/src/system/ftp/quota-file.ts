/**
 * In a host's root: the size of the tree as the FTP server counts it, as `<files> <bytes>`. The file is created with
 * the tree, since the host can't create entries in the root.
 */
export const FTP_QUOTA_FILE = '.ftpquota';
