import { readFileSync, readdirSync } from 'node:fs';
import { capture, withoutNpm } from './child.mjs';
import { fingerprint, isFresh, record } from './fingerprint.mjs';
import { ROOT, at } from './paths.mjs';
import { Refusal, elapsed, say } from './say.mjs';

// Through npx, at one version: corepack refuses on signatures and a global pnpm may be any.
const PNPM = 'pnpm@12.21.0';
const STAMP = at('node_modules', '.sitedeck-installed');

/** Folders of the workspace, from the patterns of pnpm-workspace.yaml (`name` or `name/*`). @returns {string[]} */
export function workspaceFolders() {
  const patterns = [...readFileSync(at('pnpm-workspace.yaml'), 'utf8').matchAll(/^ {2}- (\S+)$/gm)];
  return patterns.flatMap(([, pattern = '']) => {
    if (!pattern.endsWith('/*')) return [pattern];
    const parent = pattern.slice(0, -2);
    return readdirSync(at(parent), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => `${parent}/${entry.name}`);
  });
}

/** Installs with the frozen lockfile unless the last install was from exactly these files. */
export async function installDependencies() {
  const manifests = ['.', ...workspaceFolders()].map((folder) => `${folder}/package.json`);
  const files = ['pnpm-lock.yaml', 'pnpm-workspace.yaml', '.npmrc', ...manifests];
  const major = process.versions.node.split('.')[0] ?? '';
  const print = fingerprint(ROOT, files, [PNPM, major, process.platform, process.arch]);
  if (isFresh(STAMP, print)) return;

  say('Installing dependencies …');
  const since = Date.now();
  // CI: pnpm asks nothing, even where the modules folder has to be made again.
  const env = { ...withoutNpm(process.env), CI: 'true' };
  const { code, output } = await capture('npx', ['-y', PNPM, 'install', '--frozen-lockfile'], { env });
  if (code !== 0)
    throw new Refusal(`${output.trim()}\nInstalling the dependencies failed (pnpm ended with ${code}).`);
  record(STAMP, print);
  say(`Dependencies installed in ${elapsed(since)}`);
}
