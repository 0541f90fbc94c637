/** Files that are fetched and cached in slices, so that players can seek at once: often large, never compressed. */
export const SLICED: readonly string[] = [
  ...['mp4', 'm4v', 'webm', 'mkv', 'mov', 'avi', 'flv', 'mp3', 'm4a', 'ogg', 'oga', 'ogv', 'flac', 'wav'],
  ...['zip', '7z', 'rar', 'gz', 'tgz', 'bz2', 'xz', 'zst', 'iso', 'img', 'dmg', 'exe', 'msi', 'apk', 'ipa'],
  ...['deb', 'rpm', 'bin', 'pdf', 'psd'],
];

/** Files that are already compressed: one copy is enough for all encodings. */
export const NEVER_COMPRESSED: readonly string[] = [
  ...SLICED,
  ...['jpg', 'jpeg', 'png', 'gif', 'webp', 'avif', 'woff', 'woff2'],
];
