/** Files that are fetched and kept in slices, so that a player can jump without waiting: often large, never compressed. */
export const SLICED: readonly string[] = [
  ...['mp4', 'm4v', 'webm', 'mkv', 'mov', 'avi', 'flv', 'mp3', 'm4a', 'ogg', 'oga', 'ogv', 'flac', 'wav'],
  ...['zip', '7z', 'rar', 'gz', 'tgz', 'bz2', 'xz', 'zst', 'iso', 'img', 'dmg', 'exe', 'msi', 'apk', 'ipa'],
  ...['deb', 'rpm', 'bin', 'pdf', 'psd'],
];

/** Files that are compressed already: one copy serves every visitor. */
export const NEVER_COMPRESSED: readonly string[] = [
  ...SLICED,
  ...['jpg', 'jpeg', 'png', 'gif', 'webp', 'avif', 'woff', 'woff2'],
];
