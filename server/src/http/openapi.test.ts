import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { consoleCalls, providerCalls } from '@sitedeck/contract';
import { openApiDocument, openApiText } from './openapi';

const COMMITTED = join(__dirname, '../../../docs/openapi.json');

describe('the OpenAPI document', () => {
  it('is committed as the contract has it (npm run openapi writes it)', async () => {
    expect(await readFile(COMMITTED, 'utf8')).toBe(openApiText());
  });

  it('holds every call under its method and path, with security where it needs some', () => {
    const { paths } = openApiDocument() as { paths: Record<string, Record<string, Record<string, unknown>>> };
    for (const [name, call] of Object.entries({ ...consoleCalls, ...providerCalls })) {
      const operation = paths[call.path]?.[call.method.toLowerCase()];
      expect(operation).toMatchObject({ operationId: name });
      const security = (operation?.['security'] ?? []) as unknown[];
      expect(security.length > 0).toBe(call.access !== 'public');
    }
  });

  it('names each path parameter of a path', () => {
    const { paths } = openApiDocument() as {
      paths: Record<string, Record<string, { parameters: { name: string; in: string }[] }>>;
    };
    for (const [path, operations] of Object.entries(paths)) {
      const expected = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();
      for (const operation of Object.values(operations)) {
        const named = operation.parameters
          .filter((parameter) => parameter.in === 'path')
          .map((parameter) => parameter.name);
        expect(named.sort()).toEqual(expected);
      }
    }
  });
});
