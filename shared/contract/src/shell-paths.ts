/** Addresses of the shell's own pages; no remote may claim one. */
export const SHELL_PATHS = ['/', '/taskCenter', '/log', '/404', '/login'] as const;

/** Those of them in the menu: a remote may put its own entries below. */
export const SHELL_MENU = ['/', '/taskCenter', '/log'] as const;

/** First parts of addresses that the server answers itself: a page below one is never reached. */
export const SERVER_PATHS = [
  'api',
  'fs',
  'internal',
  'provider',
  'assets',
  'remotes',
  'packages',
  'docs',
  'chatbot',
  'healthz',
  'readyz',
  // Of the front door alone.
  '_hosts',
  '_child',
] as const;
