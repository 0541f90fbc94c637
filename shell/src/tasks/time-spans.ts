const HOUR_MS = 3600_000;

/** Time spans that the filter offers, ms. */
const SPANS = { '1d': 24 * HOUR_MS, '7d': 7 * 24 * HOUR_MS, '30d': 30 * 24 * HOUR_MS } as const;
export type TimeSpan = keyof typeof SPANS;
/** `custom`: from one day to another. */
export const TIME_CHOICES = [...(Object.keys(SPANS) as TimeSpan[]), 'custom'] as const;
export type TimeChoice = (typeof TIME_CHOICES)[number];

/** Start of a span that ends at `now` (ms since 1970), ISO 8601. */
export const spanStart = (span: TimeSpan, now: number): string => new Date(now - SPANS[span]).toISOString();
