import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Product } from '#testing/whole-product';
import { run } from '#system/process/exec';

/** Without root there is no isolation to test. */
const describeAsRoot = process.getuid?.() === 0 ? describe : describe.skip;
/** Uid and gid of a host that does not exist in the product. */
const TENANT = { uid: 28_241, gid: 28_241 };

/** Every path that a host may list or read, below the data directory (`data`) and the folder of sockets (`run`). */
const OPEN: readonly RegExp[] = [
  // Copies of the programs that run under the uids of hosts.
  /^data\/run(?:\/|$)/,
  // Remotes and packages, which every visitor may download.
  /^data\/registry(?:\/|$)/,
  // The script by which PHP reports its settings, and settings of PHP on the command line.
  /^run\/mail-program(?:\/sendmail\.php)?$/,
  /^data\/php-report(?:\/report\.php|\/cli(?:\/sitedeck\.ini)?)?$/,
  // Configuration of Mono's servers: copies of the machine's own files.
  /^data\/mono(?:\/|$)/,
  // The database's socket; the server behind it authenticates clients.
  /^run\/mariadb(?:\/mariadb\.(?:sock|pid))?$/,
];

describeAsRoot('the data directory', () => {
  let product: Product;
  /** Runs `find` under the uid of a host. */
  const found = async (folder: string, test: readonly string[]) =>
    (
      await run(
        { file: 'find', args: [folder, ...test, '-print'] },
        { identity: TENANT, outputLimit: 2 ** 26 },
      )
    ).stdout
      .split('\n')
      .filter(Boolean);
  /** Resolves to the paths that a host can open, even if it can't list their folder. */
  const known = async (...folders: readonly string[]): Promise<readonly string[]> => {
    const below = await Promise.all(
      folders.map(async (folder) => (await readdir(folder)).map((name) => join(folder, name))),
    );
    const hosts = (await readdir(product.places.hosts)).map((name) => join(product.places.hosts, name));
    return [...below.flat(), ...hosts];
  };
  const named = (path: string) =>
    path.replace(product.places.data, 'data').replace(product.places.run, 'run');

  beforeAll(async () => {
    product = await Product.make();
    await product.launch({ SITEDECK_DEMO_PASSWORD: 'a password of the demo 1' }).ready();
  });
  afterAll(() => product.close());

  it('shows a host only what is meant for every host', async () => {
    const { data, run: sockets } = product.places;
    const readable: string[] = [];
    for (const folder of await known(data, sockets)) readable.push(...(await found(folder, ['-readable'])));
    const closed = readable.map(named).filter((path) => !OPEN.some((open) => open.test(path)));
    expect(closed).toEqual([]);
    // Shows that the search reaches files that exist.
    expect(readable.map(named)).toEqual(expect.arrayContaining(['data/php-report/report.php']));
  });

  it('lets a host write nowhere, and connect only to the database’s socket', async () => {
    const { data, run: sockets } = product.places;
    const writable: string[] = [];
    for (const folder of await known(data, sockets))
      writable.push(...(await found(folder, ['-writable', '-not', '-type', 'l'])));
    expect(writable.map(named)).toEqual(['run/mariadb/mariadb.sock']);
  });

  it('hides the live configuration from a host that knows its path', async () => {
    const { nginx, php, tool } = product.places;
    const files = [
      join(nginx.sites, 'current/nginx.conf'),
      join(nginx.front, 'current/nginx.conf'),
      join(php, 'current/fpm.conf'),
      join(tool.folder, 'fpm.conf'),
    ];
    for (const file of files) {
      expect((await readFile(file, 'utf8')).length).toBeGreaterThan(0);
      expect((await run({ file: 'cat', args: [file] }, { identity: TENANT })).code).not.toBe(0);
    }
  });
});
