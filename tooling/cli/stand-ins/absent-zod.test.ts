import { z } from './absent-zod';

interface Schema {
  object: (shape: object) => Schema;
  extend: (shape: object) => Schema;
  string: () => Schema;
  regex: (pattern: RegExp) => Schema;
  parse: (value: unknown) => unknown;
}

it('builds schemas, and throws at once when a page runs one', () => {
  const schema = (z as Schema).object({ name: (z as Schema).string().regex(/^a/) }).extend({});
  expect(schema).toBeTruthy();
  expect(() => schema.parse({ name: 'a' })).toThrow('schemas run on the server');
});
