/** Addresses of the shell's own pages; no remote may claim one. */
export const SHELL_PATHS = ['/', '/taskCenter', '/log', '/404', '/login'] as const;

/** Those in the menu: a remote may put its own entries below them. */
export const SHELL_MENU = ['/', '/taskCenter', '/log'] as const;

/** First parts of addresses that the server answers itself: no page below one can be reached. */
export const SERVER_PATHS = [
  'api',
  'fs',
  'internal',
  'provider',
  'assets',
  'remotes',
  'packages',
  'docs',
  'help',
  'chatbot',
  'healthz',
  'readyz',
  // Paths inside the front door; no page may use them.
  '_hosts',
  '_child',
] as const;
