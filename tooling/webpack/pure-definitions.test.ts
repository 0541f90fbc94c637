import { transformSync } from '@swc/core';
import pureDefinitions from './pure-definitions.cjs';

const minified = (source: string): string =>
  transformSync(pureDefinitions(source), {
    jsc: {
      target: 'es2022',
      minify: { compress: { module: true, toplevel: true, passes: 4 }, mangle: false },
    },
    minify: true,
    isModule: true,
  }).code;

const CONTRACT = `
import { z, defineCall } from './elsewhere';
const Id = z.object({ id: z.coerce.number() });
export const kept = defineCall({ path: '/kept', summary: 'Words for the description', params: Id, reply: z.string() });
const unused = defineCall({ path: '/unused', summary: 'More words', reply: z.object({ a: z.string() }) });
const Other = z.object({ unused });
`;

it('lets a definition that nobody uses go, with what only it used', () => {
  expect(minified(CONTRACT)).not.toContain('/unused');
});

it('keeps a definition that is used, but for its summary', () => {
  const code = minified(CONTRACT);
  expect(code).toContain('/kept');
  expect(code).toContain('coerce');
  expect(code).not.toContain('Words for the description');
});
