import { shellFromHere } from './dev-shell';

it('loads the shell from source, without the hashes of what was built', () => {
  const page = '<script defer src="/assets/console.0123456789ab.js" integrity="sha384-abc"></script>';
  expect(shellFromHere(page)).toBe('<script defer src="/assets/console.js"></script>');
});

it('keeps what comes next', () => {
  expect(shellFromHere('<meta content="/assets/console.0123456789ab.js">')).toBe(
    '<meta content="/assets/console.js">',
  );
});
