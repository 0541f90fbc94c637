/** Days as an address holds them, `YYYY-MM-DD`; the last one is shown whole. */
export interface DayRange {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** A day that exists, at its local beginning, or so many days later. */
export function startOfDay(day: string | undefined, later = 0): Date | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day ?? '') ?? [];
  const start = new Date(Number(year), Number(month) - 1, Number(date) + later);
  return Number.isNaN(start.getTime()) ? undefined : start;
}

/** What an address says, without what is no day. */
export function readDays(params: URLSearchParams): DayRange {
  const day = (name: string) => {
    const text = params.get(name) ?? '';
    return startOfDay(text) ? text : undefined;
  };
  return { from: day('from'), to: day('to') };
}

/** Moments of the range, ISO 8601; the second no longer belongs to it. */
export function momentsOf({ from, to }: DayRange): { readonly from?: string; readonly to?: string } {
  const [since, until] = [startOfDay(from), startOfDay(to, 1)];
  return { ...(since && { from: since.toISOString() }), ...(until && { to: until.toISOString() }) };
}
