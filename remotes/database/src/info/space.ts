import type { DatabaseInfo } from '@sitedeck/contract';

/** Shares of the quota from which the bar changes colour. */
const WARNING = 0.8;
const ERROR = 0.95;

export type Space =
  | { readonly is: 'measuring'; readonly quota: number | null }
  | { readonly is: 'unlimited'; readonly used: number }
  | {
      readonly is: 'limited';
      readonly used: number;
      readonly quota: number;
      /** 0 to 1, even when more than the quota is used. */
      readonly share: number;
      readonly tone: 'normal' | 'warning' | 'error';
    };

/** How full the database is. */
export function spaceOf({ used, quota }: Pick<DatabaseInfo, 'used' | 'quota'>): Space {
  if (used === null) return { is: 'measuring', quota };
  if (quota === null) return { is: 'unlimited', used };
  const full = quota > 0 ? used / quota : 1;
  const tone = full >= ERROR ? 'error' : full >= WARNING ? 'warning' : 'normal';
  return { is: 'limited', used, quota, share: Math.min(1, full), tone };
}
