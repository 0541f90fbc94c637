import { FILE_MODE_PATTERN } from '@sitedeck/contract';

export const CLASSES = ['owner', 'group', 'others'] as const;
export const RIGHTS = ['r', 'w', 'x'] as const;
export type PermissionClass = (typeof CLASSES)[number];
export type Right = (typeof RIGHTS)[number];

const BITS = { r: 4, w: 2, x: 1 } as const;

export const isOctal = (mode: string): boolean => FILE_MODE_PATTERN.test(mode);

const digitOf = (mode: string, who: PermissionClass): number =>
  isOctal(mode) ? Number(mode[CLASSES.indexOf(who)]) : 0;

/** Whether `mode` (three octal digits) grants the right; an invalid mode grants none. */
export const hasRight = (mode: string, who: PermissionClass, right: Right): boolean =>
  (digitOf(mode, who) & BITS[right]) !== 0;

/** The mode with one right toggled. */
export const toggleRight = (mode: string, who: PermissionClass, right: Right): string =>
  CLASSES.map((each) => digitOf(mode, each) ^ (each === who ? BITS[right] : 0)).join('');
