import * as settings from './host-config';

/** Specification, section 7: the calls that the post-install steps make, under exactly these methods and paths. */
it('defines the calls of the configuration steps under the paths of the specification', () => {
  const addresses = Object.values(settings)
    .filter((value) => !Array.isArray(value))
    .map((call) => ('path' in call ? `${call.method} ${call.path}` : ''));
  expect(addresses.sort()).toEqual(
    [
      'POST /api/vhost/setDefaultHomePage',
      'POST /api/vhost/config/rewrite/save',
      'POST /api/vhost/config/rewrite/set/{id}',
      'POST /api/vhost/redirect/add',
      'POST /api/vhost/errorPage/set',
      'POST /api/vhost/mime/add',
      'POST /api/vhost/config/php/changeVersion/{v}',
      'POST /api/vhost/config/php/lang/{a}/{b}',
      'POST /api/vhost/config/php/errorLog/{value}',
      'POST /api/vhost/config/php/ob/{value}',
      'POST /api/vhost/config/php/upload/{value}',
      'POST /api/vhost/config/php/maxUploadSize/{value}',
      'POST /api/vhost/config/php/disableFuncs/{value}',
      'POST /api/vhost/config/php/updatePhpParam',
      'POST /api/vhost/config/dotnet/trustedLevel/{v}',
      'POST /api/vhost/config/dotnet/changeVersion/{v}/{mode}',
      'POST /api/vhost/config/dotnet/scriptError/{notify}',
    ].sort(),
  );
});
