/**
 * Stands in for axios's `fetch` adapter in the pages' scripts: the SDK uses the one for XMLHttpRequest, which alone
 * reports the progress of an upload, so this one would add 3 kB to the console's first load without ever running.
 * `false` is axios's own value for an adapter that the environment lacks: a caller that names it gets that refusal.
 */
export const getFetch = () => false;
