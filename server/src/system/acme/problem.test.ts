import { readProblem } from './problem';

const type = (kind: string) => `urn:ietf:params:acme:error:${kind}`;

it.each([
  ['a text', 'nonsense'],
  ['nothing', undefined],
  ['a problem of another protocol', { type: 'about:blank', detail: 'x' }],
  ['a type that is no text', { type: 7 }],
])('reads %s as no problem', (_what, document) => {
  expect(readProblem(document)).toBeUndefined();
});

it('reads the kind, the words and the domain, of the first subproblem if there is one', () => {
  const plain = readProblem({ type: type('caa'), detail: 'CAA forbids' }, { domain: 'a.example' });
  expect([plain?.kind, plain?.detail, plain?.domain]).toEqual(['caa', 'CAA forbids', 'a.example']);
  const subproblems = [
    { type: type('dns'), detail: 'no A', identifier: { type: 'dns', value: 'b.example' } },
  ];
  const compound = readProblem({ type: type('compound'), detail: 'two', subproblems });
  expect([compound?.kind, compound?.detail, compound?.domain]).toEqual(['dns', 'no A', 'b.example']);
});

it('shortens words of an authority, and removes control characters', () => {
  const read = readProblem({ type: type('malformed'), detail: `a\r\nb${'x'.repeat(5000)}` });
  expect(read?.detail).toMatch(/^a b/);
  expect(read?.detail).toHaveLength(500);
});
