/** Used shares of a quota at which its owner sees a warning, then an error. */
const WARNING_FROM = 0.8;
const ERROR_FROM = 0.95;

export type QuotaLevel = 'normal' | 'warning' | 'error' | 'over';

/** One quota for display: an unknown value is not zero. */
export type Meter =
  | { readonly is: 'measuring' }
  | { readonly is: 'unlimited'; readonly used: number }
  | {
      readonly is: 'limited';
      readonly used: number;
      readonly quota: number;
      /** 0 to 1, and more if the quota is exceeded. */
      readonly share: number;
      readonly level: QuotaLevel;
    };

interface Usage {
  readonly used: number | null;
  readonly quota: number | null;
}

export function meterOf({ used, quota }: Usage): Meter {
  if (used === null) return { is: 'measuring' };
  if (quota === null) return { is: 'unlimited', used };
  const share = quota > 0 ? used / quota : 1;
  return { is: 'limited', used, quota, share, level: levelOf(share) };
}

function levelOf(share: number): QuotaLevel {
  if (share >= 1) return 'over';
  if (share >= ERROR_FROM) return 'error';
  return share >= WARNING_FROM ? 'warning' : 'normal';
}
