/** Days as in the address, `YYYY-MM-DD`; the last one is included. */
export interface DayRange {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** Local midnight of an existing day, or `later` days after it. */
export function startOfDay(day: string | undefined, later = 0): Date | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day ?? '') ?? [];
  const start = new Date(Number(year), Number(month) - 1, Number(date) + later);
  return Number.isNaN(start.getTime()) ? undefined : start;
}

/** The days of an address, without invalid ones. */
export function readDays(params: URLSearchParams): DayRange {
  const day = (name: string) => {
    const text = params.get(name) ?? '';
    return startOfDay(text) ? text : undefined;
  };
  return { from: day('from'), to: day('to') };
}

/** Start and end of the range, ISO 8601; the end is exclusive. */
export function momentsOf({ from, to }: DayRange): { readonly from?: string; readonly to?: string } {
  const [since, until] = [startOfDay(from), startOfDay(to, 1)];
  return { ...(since && { from: since.toISOString() }), ...(until && { to: until.toISOString() }) };
}
