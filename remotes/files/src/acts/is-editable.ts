import type { FileEntry } from '@sitedeck/contract';
import { opensAsPreview } from '../preview/preview-kind';

/** Extensions of binary files. For all others the server decides whether they hold text. */
const BINARY =
  /\.(?:png|jpe?g|gif|webp|avif|ico|bmp|tiff?|psd|mp[34]|m4[av]|mov|avi|mkv|webm|og[gav]|aac|wav|flac|zip|gz|tgz|zst|tar|7z|rar|xz|bz2|jar|exe|dll|so|bin|iso|dmg|pdf|docx?|xlsx?|pptx?|woff2?|ttf|otf|eot|sqlite|db)$/i;

const isFile = ({ type }: FileEntry): boolean => type === 'file' || type === 'link';

/** A file the text editor opens, of any size: a large one is read part by part. Opening any other one downloads it. */
export const isEditable = (entry: FileEntry): boolean => isFile(entry) && !BINARY.test(entry.name);

/** A file that opens as a preview: image, audio, video or PDF. */
export const isPreviewed = (entry: FileEntry): boolean => isFile(entry) && opensAsPreview(entry.name);
