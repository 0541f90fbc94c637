/**
 * In a host's root: how much pure-ftpd believes the tree to take, as `<files> <bytes>`. It only counts where the file is
 * there, and the root takes no new entries of the host.
 */
export const FTP_QUOTA_FILE = '.ftpquota';
