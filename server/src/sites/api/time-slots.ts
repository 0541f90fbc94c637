import { sql } from 'kysely';

const HOUR_MS = 3600_000;
const LENGTHS = { hour: HOUR_MS, day: 24 * HOUR_MS } as const;

/** A range of hours or days (UTC) that ends with the current one. */
export interface SlotRange {
  readonly unit: keyof typeof LENGTHS;
  readonly slots: number;
}

export interface SlotTimes extends Pick<SlotRange, 'unit'> {
  /** Starts of the slots in order, ms since 1970. */
  readonly starts: readonly number[];
  /** Start of the first slot. */
  readonly from: Date;
  /** End of the last slot. */
  readonly until: Date;
  /** Start of the preceding period of the same length. Counts are hourly, so the current hour counts as a full one. */
  readonly before: Date;
}

export function slotTimes({ unit, slots }: SlotRange, now: number): SlotTimes {
  const length = LENGTHS[unit];
  const first = (Math.floor(now / length) - slots + 1) * length;
  const hours = Math.floor((now - first) / HOUR_MS) + 1;
  return {
    unit,
    starts: Array.from({ length: slots }, (_, index) => first + index * length),
    from: new Date(first),
    until: new Date(first + slots * length),
    before: new Date(first - hours * HOUR_MS),
  };
}

/** Start of the slot that contains the `hour` of a row. */
export const startOfSlot = ({ unit }: SlotTimes) => sql<Date>`date_trunc(${unit}, hour, 'UTC')`;

/** Sum of a column of counts; 0 without rows. */
export const sumOf = (column: string) => sql<number>`coalesce(sum(${sql.ref(column)}), 0)::bigint`;

/** Every slot with its counts, or with `zero` if the database has none. */
export function fillSlots<Counts>(
  { starts }: SlotTimes,
  rows: readonly (Counts & { readonly at: Date })[],
  zero: Counts,
): (Counts & { at: string })[] {
  const counted = new Map(rows.map((row) => [row.at.getTime(), row]));
  return starts.map((start) => ({ ...(counted.get(start) ?? zero), at: new Date(start).toISOString() }));
}
