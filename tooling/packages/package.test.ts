import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { makeTestApi, TEST_CONSOLE, TEST_KEY, type TestApi } from '../../server/testing/api';
import { initRemote } from '../cli/src/develop/init';
import { programManifest, readSource } from './manifest';
import { json, libraries, ROOT, writePackage, type Package } from './package';

const CLI = join(ROOT, 'tooling/cli');
/** Versions of further consoles that the server offers; a dependency on ^0.1.0 accepts them. */
const NEXT = '0.1.1';
const AFTER_NEXT = '0.1.2';

type Shelf = Awaited<ReturnType<typeof writePackage>>[];

type Change = (file: string, text: string) => string;

/** The same package of a later console. */
function later({ name, files }: Package, version: string, change: Change): Package {
  const changed = [...files].map(([file, content]): [string, string] => {
    const text = content.toString();
    if (file === 'package.json') return [file, text.replaceAll(TEST_CONSOLE.sdk, version)];
    return [file, file.endsWith('.d.ts') ? change(file, text) : text];
  });
  return { name, version, files: new Map(changed) };
}

describe('the packages of a console', () => {
  let packages: readonly Package[];
  let scratch: string;
  beforeAll(async () => {
    packages = await libraries();
    scratch = await mkdtemp(join(tmpdir(), 'sitedeck-packages-'));
  });
  afterAll(() => rm(scratch, { recursive: true, force: true }));

  // The other time is that of `npm run build`: to infer all types again would take twenty seconds.
  it('packs the same bytes every time', async () => {
    const folder = join(scratch, 'again');
    await mkdir(folder);
    const again = await Promise.all(packages.map((one) => writePackage(folder, one)));
    const built = JSON.parse(await readFile(join(__dirname, 'dist/index.json'), 'utf8')) as {
      packages: Shelf;
    };
    const names = again.map(({ name }) => name);
    expect(built.packages.filter(({ name }) => names.includes(name))).toEqual(again);
  });

  it('names sources by their path in the package', () => {
    for (const { name, files } of packages)
      for (const [file, content] of files)
        // The bundler's comments name sources relative to its working folder.
        expect([name, file, /^\/\/ (?:.*\/)?(?:shared|tooling)\//m.test(content.toString())]).toEqual([
          name,
          file,
          false,
        ]);
  });

  describe('packages of two live consoles', () => {
    let api: TestApi;
    let server: Server;
    let origin: string;
    let folder: string;

    async function offer(...offered: readonly Package[]): Promise<void> {
      const shelf = join(api.registry, 'packages');
      const lines = await Promise.all(offered.map((one) => writePackage(shelf, one)));
      await writeFile(join(shelf, 'index.json'), json({ packages: lines }));
    }

    beforeAll(async () => {
      api = await makeTestApi();
      server = createServer((request, reply) => {
        readFile(join(api.registry, 'packages', basename(request.url ?? ''))).then(
          (content) => reply.end(content),
          () => reply.writeHead(404).end(),
        );
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      // Offer the manifest only: the packages it names are linked from this checkout below.
      const cli = readSource(CLI);
      const program = { ...cli, files: new Map([['package.json', json(programManifest(cli))]]) };
      await offer(...packages, program);
      folder = await initRemote({ name: 'notes', cwd: scratch, server: origin });
      const links = [
        ...[
          'react',
          'react-dom',
          '@ant-design/icons',
          '@sitedeck/contract',
          '@sitedeck/sdk',
          '@sitedeck/ui',
        ].map((name) => [name, join(ROOT, 'remotes/files/node_modules', name)] as const),
        ...['@types/react', '@types/react-dom'].map(
          (name) => [name, join(ROOT, 'node_modules', name)] as const,
        ),
      ];
      for (const [name, target] of links) {
        const link = join(folder, 'node_modules', name);
        await mkdir(dirname(link), { recursive: true });
        await symlink(target, link);
      }
    });
    afterAll(async () => {
      await new Promise((resolve) => server.close(resolve));
      await api.close();
    });

    const check = (): Promise<{ code: number; output: string }> =>
      new Promise((resolve) => {
        const args = ['--import', require.resolve('tsx'), join(CLI, 'src/main.ts'), 'remote', 'check'];
        const env = {
          ...process.env,
          INIT_CWD: folder,
          SITEDECK_URL: origin,
          SITEDECK_REGISTRY: api.providerUrl,
          SITEDECK_KEY: TEST_KEY,
        };
        execFile(process.execPath, args, { cwd: folder, env }, (error, stdout, stderr) =>
          resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: `${stdout}${stderr}` }),
        );
      });

    it('checks a remote against every version in use and names the exports that one of them lacks', async () => {
      const rows = [NEXT, AFTER_NEXT].map((version) => ({
        shell: version,
        sdk: version,
        first_served: new Date(),
        last_served: new Date(),
      }));
      await api.test.db.insertInto('live_console').values(rows).execute();
      const same = packages.map((one) => later(one, NEXT, (_file, text) => text));
      const renamed = packages.map((one) =>
        later(one, AFTER_NEXT, (_file, text) =>
          one.name === '@sitedeck/sdk' ? text.replaceAll('toFault', 'faultOf') : text,
        ),
      );
      await offer(...packages, ...same, ...renamed);
      const { code, output } = await check();
      expect(code).toBe(1);
      expect(output).toContain(`SDK ${AFTER_NEXT}: src/pages/RecentPage.tsx:3`);
      expect(output).toContain("has no exported member 'toFault'");
      for (const fitting of ['0.1.0', NEXT]) expect(output).not.toContain(`SDK ${fitting}:`);
    });
  });
});
