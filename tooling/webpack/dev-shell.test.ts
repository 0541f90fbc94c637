import { shellFromHere } from './dev-shell';

it('loads the shell from source, without the hashes of the build', () => {
  const page = '<script defer src="/assets/console.0123456789ab.js" integrity="sha384-abc"></script>';
  expect(shellFromHere(page)).toBe('<script defer src="/assets/console.js"></script>');
});

it('rewrites an address outside of a script tag', () => {
  expect(shellFromHere('<meta content="/assets/console.0123456789ab.js">')).toBe(
    '<meta content="/assets/console.js">',
  );
});
