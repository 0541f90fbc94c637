/**
 * File in a host's root with the size of the tree as the FTP server counts it: `<files> <bytes>`. It is
 * created with the tree, since the host can't create entries in the root.
 */
export const FTP_QUOTA_FILE = '.ftpquota';
