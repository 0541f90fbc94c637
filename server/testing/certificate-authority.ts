import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '#system/process/exec';

export interface IssuedCertificate {
  readonly cert: string;
  readonly key: string;
}

export interface IssueOptions {
  readonly names?: readonly string[];
  /** openssl's arguments that choose the key; absent: ECDSA P-256. */
  readonly newKey?: readonly string[];
  /** Hash of the signature. */
  readonly digest?: 'sha256' | 'sha1';
  /** Negative: it has expired. */
  readonly days?: number;
}

const EC = ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'];

/** A root and an intermediate authority that exist for one test file. */
export class CertificateAuthority {
  private count = 0;

  private constructor(
    private readonly folder: string,
    readonly root: string,
    readonly intermediate: string,
  ) {}

  static async make({ intermediateDays = 30 } = {}): Promise<CertificateAuthority> {
    const folder = await mkdtemp(join(tmpdir(), 'sitedeck-ca-'));
    const path = (name: string) => join(folder, name);
    const ca = ['-addext', 'basicConstraints=critical,CA:TRUE'];
    const making = ['req', '-newkey', ...EC, '-nodes', '-keyout'];
    await openssl([
      ...making,
      path('root.key'),
      '-x509',
      '-subj',
      '/CN=Test Root',
      ...ca,
      '-out',
      path('root.pem'),
    ]);
    await openssl([
      ...making,
      path('inter.key'),
      '-subj',
      '/CN=Test Intermediate',
      '-out',
      path('inter.csr'),
    ]);
    await writeFile(path('ca.ext'), 'basicConstraints=critical,CA:TRUE\n');
    const signing = [
      'x509',
      '-req',
      '-in',
      path('inter.csr'),
      '-CA',
      path('root.pem'),
      '-CAkey',
      path('root.key'),
    ];
    await openssl([
      ...signing,
      '-CAcreateserial',
      '-days',
      String(intermediateDays),
      '-extfile',
      path('ca.ext'),
      '-out',
      path('inter.pem'),
    ]);
    const read = (name: string) => readFile(path(name), 'utf8');
    return new CertificateAuthority(folder, await read('root.pem'), await read('inter.pem'));
  }

  /** A certificate signed by the intermediate authority. */
  async issue({ newKey = EC, ...more }: IssueOptions = {}): Promise<IssuedCertificate> {
    const path = (name: string) => join(this.folder, name);
    const base = `key-${++this.count}`;
    const request = ['req', '-newkey', ...newKey, '-nodes', '-subj', '/CN=leaf'];
    await openssl([...request, '-keyout', path(`${base}.key`), '-out', path(`${base}.csr`)]);
    const cert = await this.sign(await readFile(path(`${base}.csr`), 'utf8'), more);
    return { cert, key: await readFile(path(`${base}.key`), 'utf8') };
  }

  /** Signs a request, PEM; the names are those of the options. Returns PEM. */
  async sign(
    request: string,
    { names = ['a.example'], digest = 'sha256', days = 30 }: Omit<IssueOptions, 'newKey'> = {},
  ): Promise<string> {
    const path = (name: string) => join(this.folder, name);
    const base = `leaf-${++this.count}`;
    await writeFile(path(`${base}.csr`), request);
    const alternative =
      names.length === 0 ? '' : `subjectAltName=${names.map((one) => `DNS:${one}`).join(',')}\n`;
    await writeFile(path(`${base}.ext`), `basicConstraints=CA:FALSE\n${alternative}`);
    await openssl([
      ...['x509', '-req', '-in', path(`${base}.csr`), '-CA', path('inter.pem'), '-CAkey', path('inter.key')],
      ...['-CAcreateserial', `-${digest}`, '-days', String(days)],
      ...['-extfile', path(`${base}.ext`), '-out', path(`${base}.pem`)],
    ]);
    return readFile(path(`${base}.pem`), 'utf8');
  }

  /** Whether openssl trusts a chain, given the root alone. */
  trusts(chain: string): Promise<boolean> {
    return isTrusted(chain, this.root);
  }

  close(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }
}

async function openssl(args: readonly string[]): Promise<void> {
  const { code, stderr } = await run({ file: 'openssl', args: [...args] });
  if (code !== 0) throw new Error(`openssl: ${stderr}`);
}

/** Whether openssl trusts a chain, given the root alone; both PEM. */
export async function isTrusted(chain: string, root: string): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'sitedeck-verify-'));
  const [leafFile, rootFile] = [join(folder, 'leaf.pem'), join(folder, 'root.pem')];
  try {
    await writeFile(leafFile, chain);
    await writeFile(rootFile, root);
    const args = ['verify', '-CAfile', rootFile, '-untrusted', leafFile, leafFile];
    return (await run({ file: 'openssl', args })).code === 0;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
