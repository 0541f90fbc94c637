import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port';
import { startServer } from './long-program';

export interface Knot {
  /** `127.0.0.1:<port>`. */
  readonly address: string;
  /** TSIG key that may change the zone, as `nsupdate -k` reads it. */
  readonly keyFile: string;
  /** A key that the server does not know. */
  readonly wrongKeyFile: string;
  close(): Promise<void>;
}

const SECRET = Buffer.alloc(32, 7).toString('base64');
const WRONG_SECRET = Buffer.alloc(32, 8).toString('base64');

const keyText = (secret: string): string =>
  `key "updates" {\n  algorithm hmac-sha256;\n  secret "${secret}";\n};\n`;

const zoneText = (zone: string, address: string, records: readonly string[]): string =>
  [
    `${zone}. 60 SOA ns.${zone}. root.${zone}. 1 60 60 600 1`,
    `${zone}. 60 NS ns.${zone}.`,
    `ns.${zone}. 60 A 127.0.0.1`,
    `${zone}. 60 A ${address}`,
    `*.${zone}. 60 A ${address}`,
    ...records,
    '',
  ].join('\n');

interface ExtraRecords {
  /** Another zone on the same server. */
  readonly other?: string;
  /** Extra lines of the first zone. */
  readonly records?: readonly string[];
}

/** Starts a primary DNS server of a zone that accepts updates (RFC 2136). Every name of the zone points to `address`. */
export async function startKnot(
  zone: string,
  address: string,
  { other, records = [] }: ExtraRecords = {},
): Promise<Knot> {
  const folder = await mkdtemp(join(tmpdir(), 'sitedeck-knot-'));
  await chmod(folder, 0o755);
  const path = (name: string) => join(folder, name);
  const port = await freePort();
  await writeFile(path('zone'), zoneText(zone, address, records));
  if (other !== undefined) await writeFile(path('other'), zoneText(other, address, []));
  await writeFile(path('right.key'), keyText(SECRET), { mode: 0o600 });
  await writeFile(path('wrong.key'), keyText(WRONG_SECRET), { mode: 0o600 });
  await writeFile(
    path('knot.conf'),
    [
      'server:',
      `  listen: 127.0.0.1@${port}`,
      `  rundir: ${folder}`,
      'database:',
      `  storage: ${folder}`,
      'key:',
      '  - id: updates',
      '    algorithm: hmac-sha256',
      `    secret: ${SECRET}`,
      'acl:',
      '  - id: updates',
      '    key: updates',
      '    action: update',
      'zone:',
      `  - domain: ${zone}`,
      `    storage: ${folder}`,
      '    file: zone',
      '    acl: updates',
      ...(other === undefined ? [] : [`  - domain: ${other}`, `    storage: ${folder}`, '    file: other']),
      '',
    ].join('\n'),
  );
  const stop = await startServer({ file: 'knotd', args: ['-c', path('knot.conf')] }, { port });
  return {
    address: `127.0.0.1:${port}`,
    keyFile: path('right.key'),
    wrongKeyFile: path('wrong.key'),
    close: async () => {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
