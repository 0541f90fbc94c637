import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { libraryManifest, readSource } from './manifest';

const ROOT = join(__dirname, '../..');
const at = (folder: string) => readSource(join(ROOT, folder));
const LIBRARIES = ['shared/contract', 'shared/sdk', 'shared/ui'];

it('uses one version number for shell, SDK, kit, contract and command line', () => {
  const versions = ['shell', 'tooling/cli', ...LIBRARIES].map((folder) => at(folder).version);
  expect(new Set(versions).size).toBe(1);
});

it.each(LIBRARIES)('takes none of our packages from a package registry: %s', (folder) => {
  const { dependencies, peerDependencies } = libraryManifest(at(folder), '1.2.3') as Record<string, object>;
  expect(Object.keys(dependencies ?? {}).filter((name) => name.startsWith('@sitedeck/'))).toEqual([]);
  expect(JSON.stringify([dependencies, peerDependencies])).not.toContain('workspace:');
});

it('creates a remote with the console’s own versions of its dependencies', () => {
  const template = JSON.parse(
    readFileSync(join(ROOT, 'tooling/cli/template/package.json.template'), 'utf8'),
  ) as Record<'dependencies' | 'devDependencies', Record<string, string>>;
  const root = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as typeof template;
  const kit = at('shared/ui').dependencies;
  for (const name of ['react', 'react-dom', '@ant-design/icons'])
    expect([name, template.dependencies[name]]).toEqual([name, kit[name]]);
  for (const name of ['@types/react', '@types/react-dom'])
    expect([name, template.devDependencies[name]]).toEqual([name, root.devDependencies[name]]);
});
