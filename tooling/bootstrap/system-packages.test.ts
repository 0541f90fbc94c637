import { enginePackages, installLine, missingFrom, phpVersionIn } from './system-packages.mjs';

const BOOKWORM = 'php-fpm\n  Depends: php8.2-fpm\n';
const NOBLE = 'php-fpm\n  Depends: php8.3-fpm\n';

it('derives the PHP version from the release of the system', () => {
  expect(phpVersionIn(BOOKWORM)).toBe('8.2');
  expect(phpVersionIn(NOBLE)).toBe('8.3');
  expect(phpVersionIn('')).toBeUndefined();
});

it('selects php-fpm and its extensions in the same version', () => {
  const packages = enginePackages('8.3');
  expect(packages).toEqual(
    expect.arrayContaining(['nginx', 'acl', 'php8.3-fpm', 'php8.3-mbstring', 'php8.3-intl']),
  );
  expect(packages.join(' ')).not.toContain('8.2');
});

it('selects no PHP if the release has none', () => {
  expect(enginePackages(undefined).filter((name) => name.startsWith('php'))).toEqual([]);
});

it('counts removed packages whose configuration stayed as missing', () => {
  const status = 'nginx ii \nacl rc \nchromium un \n';
  expect(missingFrom(status, ['nginx', 'acl', 'chromium', 'php8.2-fpm'])).toEqual([
    'acl',
    'chromium',
    'php8.2-fpm',
  ]);
});

it('prints one line that installs everything', () => {
  expect(installLine(['nginx', 'acl'])).toBe('sudo apt-get update && sudo apt-get install -y nginx acl');
});
