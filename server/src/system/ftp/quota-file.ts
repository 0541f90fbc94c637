/**
 * In a host's root: how much the FTP server believes the tree to take, as `<files> <bytes>`. The file is made with the
 * tree, since the root takes no new entries of the host.
 */
export const FTP_QUOTA_FILE = '.ftpquota';
