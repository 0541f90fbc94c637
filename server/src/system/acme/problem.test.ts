import { readProblem } from './problem';

const urn = (type: string) => `urn:ietf:params:acme:error:${type}`;

it.each([
  ['a text', 'nonsense'],
  ['nothing', undefined],
  ['a problem of another protocol', { type: 'about:blank', detail: 'x' }],
  ['a type that is not a string', { type: 7 }],
])('rejects %s', (_what, document) => {
  expect(readProblem(document)).toBeUndefined();
});

it('reads type, detail and domain, of the first subproblem if there is one', () => {
  const plain = readProblem({ type: urn('caa'), detail: 'CAA forbids' }, { domain: 'a.example' });
  expect([plain?.type, plain?.detail, plain?.domain]).toEqual(['caa', 'CAA forbids', 'a.example']);
  const subproblems = [{ type: urn('dns'), detail: 'no A', identifier: { type: 'dns', value: 'b.example' } }];
  const compound = readProblem({ type: urn('compound'), detail: 'two', subproblems });
  expect([compound?.type, compound?.detail, compound?.domain]).toEqual(['dns', 'no A', 'b.example']);
});

it('shortens the detail of an authority and removes control characters', () => {
  const read = readProblem({ type: urn('malformed'), detail: `a\r\nb${'x'.repeat(5000)}` });
  expect(read?.detail).toMatch(/^a b/);
  expect(read?.detail).toHaveLength(500);
});
