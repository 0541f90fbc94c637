import { CAT_LIMIT_BYTES, type FileEntry } from '@sitedeck/contract';

/** Names that never hold text; the server has the last word on all others. */
const BINARY =
  /\.(?:png|jpe?g|gif|webp|avif|ico|bmp|tiff?|psd|mp[34]|m4[av]|mov|avi|mkv|webm|ogg|wav|flac|zip|gz|tgz|zst|tar|7z|rar|xz|bz2|jar|exe|dll|so|bin|iso|dmg|pdf|docx?|xlsx?|pptx?|woff2?|ttf|otf|eot|sqlite|db)$/i;

/** A file the text editor opens; opening any other one downloads it. */
export const isEditable = ({ type, name, size }: FileEntry): boolean =>
  (type === 'file' || type === 'link') && size <= CAT_LIMIT_BYTES && !BINARY.test(name);
