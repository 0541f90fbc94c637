import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { consoleCalls, providerCalls } from '@sitedeck/contract';
import { openApiDocument, openApiText } from './openapi';

const COMMITTED = join(__dirname, '../../../../docs/openapi.json');

describe('the OpenAPI document', () => {
  it('matches the committed document (npm run openapi writes it)', async () => {
    expect(await readFile(COMMITTED, 'utf8')).toBe(openApiText());
  });

  it('contains every call under its method and path, with security if the call needs it', () => {
    const { paths } = openApiDocument() as { paths: Record<string, Record<string, Record<string, unknown>>> };
    for (const [name, call] of Object.entries({ ...consoleCalls, ...providerCalls })) {
      const operation = paths[call.path]?.[call.method.toLowerCase()];
      expect(operation).toMatchObject({ operationId: name });
      const security = (operation?.['security'] ?? []) as unknown[];
      expect(security.length > 0).toBe(call.access !== 'public');
    }
  });

  /** Runs the linter in a process of its own, since it is only available as an ES module. */
  async function problemsOf(source: string): Promise<string[]> {
    const lint = spawn(process.execPath, [join(__dirname, '../../../../tooling/lint-openapi.mjs')], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    lint.stdin.end(source);
    const exit: Promise<unknown[]> = once(lint, 'exit');
    const [found, [code]] = await Promise.all([text(lint.stdout), exit]);
    expect(code).toBe(0);
    return found
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as string);
  }

  it('passes every recommended rule of Redocly without an error or a warning', async () => {
    expect(await problemsOf(openApiText())).toEqual([]);
    // Shows that the rules are active: a document without servers fails.
    const { servers: _servers, ...rest } = openApiDocument();
    expect(await problemsOf(JSON.stringify(rest))).toEqual([expect.stringContaining('no-empty-servers')]);
  });

  it('gives every call its own summary, without abbreviations', () => {
    const summaries = Object.values({ ...consoleCalls, ...providerCalls }).map(({ summary }) => summary);
    expect(summaries.filter((summary) => !/^[A-Z.].{6,}[^.]$/.test(summary))).toEqual([]);
    expect(new Set(summaries).size).toBe(summaries.length);
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
