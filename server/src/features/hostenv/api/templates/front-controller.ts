import { refused, toFile, toScript, type TemplateUrl } from './template';

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
  toScript('/', '/index.php'),
  toFile('/robots.txt'),
  refused('/gone.php'),
];

/** Example addresses of an app with one script, which itself reports unknown addresses. */
export const frontControllerUrls = (...paths: readonly string[]): readonly TemplateUrl[] => [
  ...always,
  ...[...paths, '/no/such/page'].flatMap((path) => [
    toScript(path, '/index.php'),
    toScript(`${path}?a=1&b=%2F`, '/index.php', { query: 'a=1&b=%2F' }),
  ]),
];

export const pathInfoUrls = (...paths: readonly string[]): readonly TemplateUrl[] => [
  ...always,
  ...[...paths, '/no/such/page'].flatMap((path) => [
    toScript(path, '/index.php', { pathInfo: path }),
    toScript(`${path}?a=1`, '/index.php', { pathInfo: path, query: 'a=1' }),
    toScript(`/index.php${path}`, '/index.php', { pathInfo: path }),
  ]),
];

export const parameterUrls = (...paths: readonly string[]): readonly TemplateUrl[] => [
  ...always,
  ...[...paths, '/no/such/page'].flatMap((path) => [
    toScript(path, '/index.php', { query: `s=${path}` }),
    toScript(`${path}?a=1`, '/index.php', { query: `s=${path}&a=1` }),
    toScript(`/index.php${path}`, '/index.php', { pathInfo: path }),
  ]),
];

/** Example addresses of an app with fixed address forms; others are not found. */
export const listUrls = (...urls: readonly TemplateUrl[]): readonly TemplateUrl[] => [
  ...always,
  ...urls,
  refused('/no/such/page'),
  refused('/no-such-page.html'),
];
