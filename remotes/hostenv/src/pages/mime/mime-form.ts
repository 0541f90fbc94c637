/** As the server takes them; it has the last word. */
const EXTENSION = /^[a-z0-9][a-z0-9_+-]{0,31}$/;
const PART = '[A-Za-z0-9][A-Za-z0-9!#&^_.+-]*';
const TYPE = new RegExp(`^${PART}/${PART}$`);
const TYPE_MAX = 127;

/** `.WebP` as it is kept: `webp`. */
export const plainExtension = (typed: string): string => typed.trim().replace(/^\./, '').toLowerCase();

export const isExtension = (extension: string): boolean => EXTENSION.test(extension);
export const isMimeType = (type: string): boolean => type.length <= TYPE_MAX && TYPE.test(type);
