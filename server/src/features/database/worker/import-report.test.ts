import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { HostCode } from '@sitedeck/contract';
import { reportImport } from './import-report';

const facts = {
  hostCode: HostCode.parse('host1'),
  access: { name: 'u_host1', user: 'u_host1', password: '' },
  ...{
    made: true,
    quota: null,
    bytes: null,
    tables: null,
    measuredAt: null,
    overQuota: false,
    remote: false,
  },
  swap: null,
};

const report = (source: Readable, limitMs?: number) =>
  reportImport({
    dump: { format: 'sql', fileBytes: 0, source },
    ...{ charset: 'utf8', facts, known: new Set<string>(), locale: 'en-US', engine: 101_114 },
    signal: new AbortController().signal,
    ...(limitMs !== undefined && { limitMs }),
  });

/** A stream that starts with a statement and then repeats a piece without end. */
const endless = (piece: string): Readable =>
  Readable.from(
    (async function* () {
      yield Buffer.from('CREATE TABLE t (a INT);\n/* ');
      for (;;) {
        await setImmediate();
        yield Buffer.alloc(64 * 1024, piece);
      }
    })(),
  );

it('reports what it has read of a dump whose comment never ends', async () => {
  const source = endless('x');
  expect(await report(source, 300)).toMatchObject({ complete: false, statements: 1, tables: ['t'] });
  expect(source.destroyed).toBe(true);
});

it('reports what it has read of a dump that stops sending', async () => {
  const source = new Readable({ read: () => undefined });
  source.push('CREATE TABLE t (a INT);\n'.padEnd(1024 * 1024, ' '));
  expect(await report(source, 300)).toMatchObject({ complete: false, statements: 1 });
});

it('distinguishes a dump that ends inside a comment from one that exceeds the time limit', async () => {
  await expect(report(Readable.from([Buffer.from('/* x')]))).rejects.toMatchObject({ reason: 'dump-cut' });
});
