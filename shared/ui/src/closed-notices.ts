/** Notices that users have closed, of one area of the console. */
export interface ClosedNotices {
  /** Whether the notice with this number, or a later one, was closed. */
  readonly isClosed: (hostCode: string, number: number) => boolean;
  readonly close: (hostCode: string, number: number) => void;
}

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function closedNotices(area: string): ClosedNotices {
  const keyOf = (hostCode: string) => `sitedeck.${area}.closed.${hostCode}`;
  /** Used where the browser forbids storage: a closed notice then returns with the next page load. */
  const closedOnPage = new Map<string, string>();
  return {
    isClosed: (hostCode, number) => {
      const key = keyOf(hostCode);
      return Number(closedOnPage.get(key) ?? stored(key) ?? 0) >= number;
    },
    close: (hostCode, number) => {
      const key = keyOf(hostCode);
      closedOnPage.set(key, String(number));
      try {
        localStorage.setItem(key, String(number));
      } catch {
        // `closedOnPage` has it.
      }
    },
  };
}
