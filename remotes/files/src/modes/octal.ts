import { FILE_MODE_PATTERN } from '@sitedeck/contract';

export const WHO = ['owner', 'group', 'others'] as const;
export const RIGHTS = ['r', 'w', 'x'] as const;
export type Who = (typeof WHO)[number];
export type Right = (typeof RIGHTS)[number];

const BITS = { r: 4, w: 2, x: 1 } as const;

export const isOctal = (mode: string): boolean => FILE_MODE_PATTERN.test(mode);

const digitOf = (mode: string, who: Who): number => (isOctal(mode) ? Number(mode[WHO.indexOf(who)]) : 0);

/** Whether `mode` (three octal digits) grants the right; an invalid mode grants none. */
export const grants = (mode: string, who: Who, right: Right): boolean =>
  (digitOf(mode, who) & BITS[right]) !== 0;

/** The mode with one right toggled. */
export const turned = (mode: string, who: Who, right: Right): string =>
  WHO.map((each) => digitOf(mode, each) ^ (each === who ? BITS[right] : 0)).join('');
