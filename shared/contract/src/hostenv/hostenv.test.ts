import type { CallShape } from '../call/call';
import * as config from './config';
import * as dotNet from './dotnet';
import * as php from './php';
import * as rewrite from './rewrite';
import * as errorPage from './error-page';
import * as homePage from './home-page';
import * as mime from './mime';
import * as redirects from './redirects';
import { SiteConfig } from './site-config';

/** Methods and paths of the calls that clients rely on: they must not change. */
const SPECIFIED = [
  'POST /api/vhost/clearConfig',
  'POST /api/vhost/mime/config',
  'POST /api/vhost/mime/add',
  'POST /api/vhost/mime/remove',
  'POST /api/vhost/errorPage/set',
  'POST /api/vhost/errorPage/unset',
  'POST /api/vhost/redirect/config',
  'POST /api/vhost/redirect/add',
  'POST /api/vhost/redirect/del',
  'POST /api/vhost/setDefaultHomePage',
  'POST /api/vhost/config/rewrite/list',
  'POST /api/vhost/config/rewrite/save',
  'POST /api/vhost/config/rewrite/delete/{id}',
  'POST /api/vhost/config/rewrite/set/{id}',
  'POST /api/vhost/config/rewrite/reset',
  'POST /api/ai/suggestion/location/config',
  'POST /api/vhost/config/php/changeVersion/{v}',
  'POST /api/vhost/config/php/lang/{a}/{b}',
  'POST /api/vhost/config/php/errorLog/{value}',
  'POST /api/vhost/config/php/ob/{value}',
  'POST /api/vhost/config/php/upload/{value}',
  'POST /api/vhost/config/php/maxUploadSize/{value}',
  'POST /api/vhost/config/php/disableFuncs/{value}',
  'POST /api/vhost/config/php/updatePhpParam',
  'GET /api/vhost/config/php/getPhpErrorPort',
  'GET /api/vhost/config/php/getPhpTimeZone',
  'POST /api/vhost/config/dotnet/trustedLevel/{v}',
  'POST /api/vhost/config/dotnet/changeVersion/{v}/{mode}',
  'POST /api/vhost/config/dotnet/scriptError/{notify}',
];

const isCall = (value: unknown): value is CallShape =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value;

it('defines the calls of the host environment under the paths of the specification', () => {
  const modules = [config, homePage, redirects, errorPage, mime, rewrite, php, dotNet];
  const addresses = modules
    .flatMap((module) => Object.values<unknown>(module as Record<string, unknown>))
    .flatMap((value) => (isCall(value) ? [`${value.method} ${value.path}`] : []));
  expect(SPECIFIED.filter((address) => !addresses.includes(address))).toEqual([]);
});

it('reads a document from the time when default documents were the only setting', () => {
  const { documents, php, redirects } = SiteConfig.parse({ language: 'PHP', documents: ['index.html'] });
  expect({ documents, redirects, functions: php.disabledFunctions }).toEqual({
    documents: ['index.html'],
    redirects: [],
    functions: ['chown', 'fsockopen', 'assert'],
  });
});
