/** Replies by status class. */
export interface StatusCounts {
  ok: number;
  redirect: number;
  clientError: number;
  serverError: number;
}

/** Counts a reply; status 0 means that the visitor left before there was one. */
export function addStatus(counts: StatusCounts, status: number): void {
  if (status >= 500) counts.serverError += 1;
  else if (status >= 400 || status < 100) counts.clientError += 1;
  else if (status >= 300) counts.redirect += 1;
  else counts.ok += 1;
}
