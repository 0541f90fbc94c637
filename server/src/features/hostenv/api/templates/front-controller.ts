import { isRefusedUrl, becomesFile, becomesScript, type TemplateUrl } from './template';

/**
 * One script answers every address without a file. It reads the address itself, and the query stays
 * unchanged.
 */
export const FRONT_CONTROLLER = `location / {
    try_files $uri $uri/ /index.php?$args;
}
`;

/** Like `FRONT_CONTROLLER`, but the script gets the path as PATH_INFO. */
export const BY_PATH_INFO = `location / {
    try_files $uri $uri/ /index.php$uri?$args;
}
`;

/** Passes the path in parameter `s`. An address that names a script itself stays unchanged. */
export const BY_PARAMETER_S = `location / {
    if (!-e $request_filename) {
        rewrite ^/(.*)$ /index.php?s=/$1 last;
    }
}
`;

const always: readonly TemplateUrl[] = [
  becomesScript('/', '/index.php'),
  becomesFile('/robots.txt'),
  isRefusedUrl('/gone.php'),
];

/** Example addresses of an app with one script, which itself reports unknown addresses. */
export const frontControllerUrls = (...paths: readonly string[]): readonly TemplateUrl[] => [
  ...always,
  ...[...paths, '/no/such/page'].flatMap((path) => [
    becomesScript(path, '/index.php'),
    becomesScript(`${path}?a=1&b=%2F`, '/index.php', { query: 'a=1&b=%2F' }),
  ]),
];

export const pathInfoUrls = (...paths: readonly string[]): readonly TemplateUrl[] => [
  ...always,
  ...[...paths, '/no/such/page'].flatMap((path) => [
    becomesScript(path, '/index.php', { pathInfo: path }),
    becomesScript(`${path}?a=1`, '/index.php', { pathInfo: path, query: 'a=1' }),
    becomesScript(`/index.php${path}`, '/index.php', { pathInfo: path }),
  ]),
];

export const parameterUrls = (...paths: readonly string[]): readonly TemplateUrl[] => [
  ...always,
  ...[...paths, '/no/such/page'].flatMap((path) => [
    becomesScript(path, '/index.php', { query: `s=${path}` }),
    becomesScript(`${path}?a=1`, '/index.php', { query: `s=${path}&a=1` }),
    becomesScript(`/index.php${path}`, '/index.php', { pathInfo: path }),
  ]),
];

/** Example addresses of an app with fixed address forms; others are not found. */
export const listUrls = (...urls: readonly TemplateUrl[]): readonly TemplateUrl[] => [
  ...always,
  ...urls,
  isRefusedUrl('/no/such/page'),
  isRefusedUrl('/no-such-page.html'),
];
