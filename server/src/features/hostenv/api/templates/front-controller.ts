import { refused, toFile, toScript, type TemplateUrl } from './template';

/** One script answers what is no file; it reads the address itself, and the query stays as it was. */
export const FRONT_CONTROLLER = `location / {
    try_files $uri $uri/ /index.php?$args;
}
`;

/** As above, and the script gets the path as PATH_INFO. */
export const BY_PATH_INFO = `location / {
    try_files $uri $uri/ /index.php$uri?$args;
}
`;

/** The path goes into parameter `s`. An address that names a script itself is left alone. */
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

/** Every address of an app with one door; the app itself says what it does not have. */
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

/** Apps with a list of forms: what none of them matches is not found. */
export const listUrls = (...urls: readonly TemplateUrl[]): readonly TemplateUrl[] => [
  ...always,
  ...urls,
  refused('/no/such/page'),
  refused('/no-such-page.html'),
];
