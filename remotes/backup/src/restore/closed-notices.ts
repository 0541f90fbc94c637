const keyOf = (hostCode: string) => `sitedeck.backup.closed.${hostCode}`;

/** Storage may be forbidden: then a notice that was closed comes back with the next page load. */
const here = new Map<string, string>();

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Whether the notice of this restore, or of a later one, was closed. */
export const isClosed = (hostCode: string, point: number): boolean => {
  const key = keyOf(hostCode);
  return Number(here.get(key) ?? stored(key) ?? 0) >= point;
};

export function closeNotice(hostCode: string, point: number): void {
  const key = keyOf(hostCode);
  here.set(key, String(point));
  try {
    localStorage.setItem(key, String(point));
  } catch {
    // Kept by this page alone.
  }
}
