import {
  DOTNET_MODES,
  DOTNET_VERSIONS,
  PHP_ERROR_LEVELS,
  phpTimeZones,
  SCRIPT_ERROR_MODES,
  SiteConfig,
  TRUST_LEVELS,
} from '@sitedeck/contract';
import { isRefusal } from '#faults/refusal';
import { imageOf } from './image-form';
import { readImage, withImage, type ImageContext } from './with-image';

const GROUND: ImageContext = { installed: ['8.2'], site: { names: ['mine.localhost'], port: '8081' } };
const FRESH = SiteConfig.parse({ language: 'NET', documents: ['index.html'] });

/** A deterministic sequence of numbers from 0 up to 1 for a seed. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A site's configuration with a random value in every field. */
function anyDocument(seed: number): SiteConfig {
  const next = seededRandom(seed);
  const upTo = (count: number) => Math.floor(next() * count);
  const coin = () => next() < 0.5;
  const one = <T>(choices: readonly T[]): T => choices[upTo(choices.length)] ?? (choices[0] as T);
  const some = <T>(choices: readonly T[]): T[] => choices.filter(coin);
  const many = <T>(count: number, make: (index: number) => T): T[] =>
    Array.from({ length: count }, (_, index) => make(index));
  const notify = one(SCRIPT_ERROR_MODES);
  return SiteConfig.parse({
    language: 'NET',
    documents: many(1 + upTo(5), (index) => one([`d${index}.html`, `首页${index}.php`, `_x-${index}.aspx`])),
    rewrite: coin()
      ? {
          id: 1 + upTo(9),
          name: one(['mine', '我的']),
          content: one(['rewrite ^/a$ /b last;', 'rewrite ^/n/(\\d+)$ /n.php?id=$1 last;\n']),
        }
      : null,
    redirects: many(upTo(4), (index) => ({
      source: one([`/old${index}`, `old${index}.example`]),
      target: one([`https://new.example/${index}`, `https://new.example/a|${index}`]),
      keepPath: coin(),
      keepQuery: coin(),
    })),
    errorPage: one([
      null,
      { is: 'file', path: '/wwwroot/404.html' },
      { is: 'text', content: '<h1>找不到</h1>\n' },
    ]),
    mime: many(upTo(4), (index) => ({
      mimeType: one(['image/webp', 'application/x-y+json']),
      extension: `e${index}`,
    })),
    php: {
      version: one([null, '8.2', '7.4']),
      enabled: coin(),
      shortOpenTag: coin(),
      displayErrors: coin(),
      errorLog: coin(),
      outputBuffer: coin(),
      upload: coin(),
      uploadMiB: 1 + upTo(2048),
      parameters: {
        ...(coin() && { max_input_time: String(10 + upTo(590)) }),
        ...(coin() && { max_file_uploads: String(1 + upTo(200)) }),
        ...(coin() && { 'date.timezone': one(phpTimeZones()) }),
        ...(coin() && { error_reporting: some(Object.keys(PHP_ERROR_LEVELS)).join(' | ') || '0' }),
        ...(coin() && { memory_limit: `${16 + upTo(1000)}M` }),
      },
      disabledFunctions: some(['exec', 'system', 'chown', 'fsockopen']),
    },
    scriptError: { notify, msg: notify === 'custom' ? 'Sorry\n抱歉 | "so"' : one(['', 'kept']) },
    dotNet: { version: one(DOTNET_VERSIONS), mode: one(DOTNET_MODES), trustLevel: one(TRUST_LEVELS) },
  });
}

/** The image's wire form as JSON text. */
const sent = (document: SiteConfig) => JSON.stringify(imageOf(document));
const laid = (under: SiteConfig, image: string, ground = GROUND) =>
  withImage(under, readImage(image), ground);

function refusalOf(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return [error.reason, error.detail.field];
  }
}

const SEEDS = Array.from({ length: 300 }, (_, index) => index * 7919 + 1);
const ALL = { ...GROUND, installed: ['8.2', '7.4'] };

it('changes nothing of the site that the image was made of', () => {
  for (const seed of SEEDS) {
    const document = anyDocument(seed);
    expect(laid(document, sent(document))).toEqual(document);
  }
});

it('transfers everything that an image contains to another site', () => {
  for (const seed of SEEDS) {
    const document = anyDocument(seed);
    const image = sent(document);
    expect(JSON.parse(sent(laid(FRESH, image, ALL)))).toEqual({
      ...JSON.parse(sent(FRESH)),
      ...JSON.parse(image),
    });
  }
});

it('keeps settings that the image does not contain', () => {
  for (const seed of SEEDS.slice(0, 50)) {
    const document = anyDocument(seed);
    expect(laid(document, '{}')).toEqual(document);
    const { php, ...rest } = document;
    expect(laid(document, '{"phpDisplayErrors":{"code":1}}')).toEqual({
      ...rest,
      php: { ...php, displayErrors: true },
    });
  }
});

it.each([
  ['[', 'image'],
  ['7', 'image'],
  ['{"phpSwitch":{"code":"maybe"}}', 'phpSwitch.code'],
  ['{"redirectDomain":["no bar"]}', 'redirectDomain.0'],
  ['{"mime":["a|b|c"]}', 'mime.0'],
  ['{"scriptError":["custom"]}', 'scriptError'],
])('refuses %s and names the field', (text, field) => {
  expect(refusalOf(() => readImage(text))).toEqual(['image-unreadable', field]);
});

it.each([
  [{ indexPath: '../x' }, 'document-refused', 'indexPath'],
  [{ rewriteCode: 'root /etc;' }, 'rule-refused', 'rewriteCode'],
  [{ redirectDomain: ['/a|/a'] }, 'redirect-loops', 'redirectDomain'],
  [{ errorPage: '/etc/passwd' }, 'error-page-refused', 'errorPage'],
  [{ mime: ['text/plain|php'] }, 'mime-extension-closed', 'mime'],
  [{ phpVersion: '7.4' }, 'php-not-installed', 'phpVersion'],
  [{ maxPhpUploadSize: 4096 }, 'php-value-refused', 'maxPhpUploadSize'],
  [{ phpDateTimezone: '../../etc/passwd' }, 'php-value-refused', 'phpDateTimezone'],
  [{ phpErrorReporting: ['E_ALL; x'] }, 'php-value-refused', 'phpErrorReporting'],
  [{ disabledFuncs: 'a-b' }, 'php-function-refused', 'disabledFuncs'],
  [{ scriptError: ['custom', ''] }, 'script-error-words-missing', 'scriptError'],
  [{ dotNetTrustedLevel: 'Root' }, 'setting-choice-refused', 'dotNetTrustedLevel'],
  [{ dotnetMode: 'x' }, 'setting-choice-refused', 'dotnetMode'],
])('refuses %j like the setting itself', (image, reason, field) => {
  expect(refusalOf(() => laid(FRESH, JSON.stringify(image)))).toEqual([reason, field]);
});
