import type { ImageConfig, Redirect, SiteConfig } from '@sitedeck/contract';
import { ImageConfig as Image } from '@sitedeck/contract/image-config';
import type { SiteNames } from '#system/redirects/follow';
import { isRefusal, Refusal } from '#faults/refusal';
import { pageOf, redirectPair } from './image-form';
import { withDotNetMode, withDotNetVersion, withScriptError, withTrustLevel } from './settings/dotnet';
import { withErrorPage } from './settings/error-page';
import { withDocuments } from './settings/home-page';
import { withMime } from './settings/mime';
import {
  withDisabledFunctions,
  withPhpParameter,
  withPhpSwitch,
  withPhpUploadSize,
  withPhpVersion,
  type PhpSwitch,
} from './settings/php';
import { withRedirects } from './settings/redirects';
import { withRule } from './settings/rewrite';

/** What the application of an image needs to know of the site and its node. */
export interface ImageContext {
  /** PHP versions on the node. */
  readonly installed: readonly string[];
  readonly site: SiteNames;
}

type Field = keyof ImageConfig;
type ValueOf<Name extends Field> = NonNullable<ImageConfig[Name]>;
type Setter<Name extends Field> = (
  document: SiteConfig,
  value: ValueOf<Name>,
  ground: ImageContext,
) => SiteConfig;

const RULE_NAME = 'image';

const setSwitch =
  (name: PhpSwitch) =>
  (document: SiteConfig, { code }: { readonly code: 'on' | 'off' }): SiteConfig =>
    withPhpSwitch(document, name, code === 'on');

const setParameter =
  (key: string) =>
  (document: SiteConfig, value: string | number): SiteConfig =>
    withPhpParameter(document, key, String(value));

/**
 * A redirect in an image has only source and target, so an existing redirect with the same two keeps its
 * other fields.
 */
function setRedirects(
  document: SiteConfig,
  pairs: readonly Pick<Redirect, 'source' | 'target'>[],
  { site }: ImageContext,
): SiteConfig {
  const kept = new Map(document.redirects.map((redirect) => [redirectPair(redirect), redirect]));
  const redirects = pairs.map((pair) => kept.get(redirectPair(pair)) ?? pair);
  return withRedirects(document, { redirects, replace: true }, site);
}

interface Step {
  readonly name: Field;
  readonly over: (document: SiteConfig, image: ImageConfig, ground: ImageContext) => SiteConfig;
}

function step<Name extends Field>(name: Name, set: Setter<Name>): Step {
  const over: Step['over'] = (document, image, ground) => {
    const value: ImageConfig[Name] = image[name];
    return value === undefined ? document : set(document, value, ground);
  };
  return { name, over };
}

/** In the order in which they are applied. A setting that the image does not change stays exactly as it is stored. */
const STEPS: readonly Step[] = [
  step('indexPath', withDocuments),
  step('rewriteCode', (document, content) =>
    document.rewrite?.content === content
      ? document
      : withRule(document, { id: null, name: RULE_NAME, content }),
  ),
  step('redirectDomain', setRedirects),
  step('errorPage', (document, page) => {
    if (pageOf(document.errorPage) === page) return document;
    return withErrorPage(document, page.startsWith('/') ? { path: page } : { content: page });
  }),
  step('mime', (document, mappings) => mappings.reduce(withMime, { ...document, mime: [] })),
  step('phpVersion', (document, version, { installed }) =>
    document.php.version === version ? document : withPhpVersion(document, version, installed),
  ),
  step('phpSwitch', setSwitch('enabled')),
  step('phpShortOpenTag', setSwitch('shortOpenTag')),
  step('phpDisplayErrors', setSwitch('displayErrors')),
  step('phpErrLogSwitch', setSwitch('errorLog')),
  step('phpOBSwitch', setSwitch('outputBuffer')),
  step('phpUploadSwitch', setSwitch('upload')),
  step('maxPhpUploadSize', withPhpUploadSize),
  step('phpMaxInputTime', setParameter('max_input_time')),
  step('phpMaxFileUploads', setParameter('max_file_uploads')),
  step('phpDateTimezone', setParameter('date.timezone')),
  step('phpErrorReporting', (document, levels) =>
    withPhpParameter(document, 'error_reporting', levels.join(' | ') || '0'),
  ),
  step('disabledFuncs', withDisabledFunctions),
  step('scriptError', (document, { notify, msg }) => withScriptError(document, notify, msg)),
  step('dotNetTrustedLevel', withTrustLevel),
  step('dotnetVersion', withDotNetVersion),
  step('dotnetMode', withDotNetMode),
];

/** Makes a refusal name the image's field instead of the setting's. */
function inField(name: Field, make: () => SiteConfig): SiteConfig {
  try {
    return make();
  } catch (error) {
    if (!isRefusal(error)) throw error;
    throw new Refusal(error.reason, { ...error.detail, field: name });
  }
}

/** Applies an image to a site's configuration. Refuses like the single settings, with the image's field. */
export const withImage = (document: SiteConfig, image: ImageConfig, ground: ImageContext): SiteConfig =>
  STEPS.reduce((changed, { name, over }) => inField(name, () => over(changed, image, ground)), document);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads an image from JSON text in the wire form. Refuses with `image-unreadable` and the field. */
export function readImage(text: string): ImageConfig {
  const read = Image.safeParse(parsed(text));
  if (read.success) return read.data;
  const field = read.error.issues[0]?.path.join('.') || 'image';
  throw new Refusal('image-unreadable', { field, values: { field } });
}
