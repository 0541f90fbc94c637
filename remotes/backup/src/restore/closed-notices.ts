const storageKey = (hostCode: string) => `sitedeck.backup.closed.${hostCode}`;

/** Used where the browser forbids storage: a closed notice then returns with the next page load. */
const closedOnPage = new Map<string, string>();

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Whether the notice of this restore, or of a later one, was closed. */
export const isClosed = (hostCode: string, point: number): boolean => {
  const key = storageKey(hostCode);
  return Number(closedOnPage.get(key) ?? stored(key) ?? 0) >= point;
};

export function closeNotice(hostCode: string, point: number): void {
  const key = storageKey(hostCode);
  closedOnPage.set(key, String(point));
  try {
    localStorage.setItem(key, String(point));
  } catch {
    // `closedOnPage` has it.
  }
}
