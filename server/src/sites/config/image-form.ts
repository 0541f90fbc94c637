import type { ErrorPage, Redirect, SiteConfig } from '@sitedeck/contract';

const code = (on: boolean) => ({ code: on ? 'on' : 'off' });
/** A bar separates the two addresses, so a bar inside one of them is percent-encoded. */
const withoutBars = (text: string) => text.replaceAll('|', '%7C');
export const redirectPair = ({ source, target }: Pick<Redirect, 'source' | 'target'>) =>
  `${withoutBars(source)}|${withoutBars(target)}`;

export const pageOf = (page: ErrorPage | null) => (page?.is === 'file' ? page.path : page?.content);

/** A site's configuration in the wire form of site images. Settings that are not set are left out. */
export const imageOf = ({
  documents,
  rewrite,
  redirects,
  errorPage,
  mime,
  php,
  scriptError,
  dotNet,
}: SiteConfig) => ({
  indexPath: documents.join(','),
  rewriteCode: rewrite?.content,
  redirectDomain: redirects.map(redirectPair),
  errorPage: pageOf(errorPage),
  mime: mime.map(({ mimeType, extension }) => `${mimeType}|${extension}`),
  phpVersion: php.version ?? undefined,
  phpSwitch: code(php.enabled),
  phpShortOpenTag: code(php.shortOpenTag),
  phpDisplayErrors: code(php.displayErrors),
  phpErrLogSwitch: code(php.errorLog),
  phpOBSwitch: code(php.outputBuffer),
  phpUploadSwitch: code(php.upload),
  maxPhpUploadSize: php.uploadMiB,
  phpMaxInputTime: php.parameters['max_input_time'],
  phpMaxFileUploads: php.parameters['max_file_uploads'],
  phpDateTimezone: php.parameters['date.timezone'],
  phpErrorReporting: php.parameters['error_reporting']?.split(' | '),
  disabledFuncs: php.disabledFunctions.join(',') || 'none',
  scriptError: [scriptError.notify, scriptError.msg],
  dotNetTrustedLevel: dotNet.trustLevel,
  dotnetVersion: dotNet.version,
  dotnetMode: dotNet.mode,
});
