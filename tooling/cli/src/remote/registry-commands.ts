import { collectVersions, getRemote, listRemotes } from '@sitedeck/contract';
import type { Command } from 'commander';
import { table } from '../print';
import type { Tools } from '../tools';
import { statusLines } from './status-lines';
import { nameOf, withRemote, type RemoteOption } from './which-remote';

interface ListOptions extends RemoteOption {
  readonly json?: true;
}

/** Commands for the versions in the registry. */
export function registryCommands(remote: Command, { call, say, cwd }: Tools): void {
  remote
    .command('list')
    .description('the remotes that your key reaches')
    .option('--json')
    .action(async ({ json }: ListOptions) => {
      const all = await call(listRemotes, { params: undefined, query: undefined, body: undefined });
      const rows = all.map(({ name, traffic, versions }) => [
        name,
        traffic.current ?? '-',
        traffic.rollout ? `${traffic.rollout.version} ${traffic.rollout.percent} %` : '-',
        String(versions),
      ]);
      say(json ? JSON.stringify(all, null, 2) : table(['REMOTE', 'CURRENT', 'ROLLOUT', 'VERSIONS'], rows));
    });
  withRemote(remote.command('status'))
    .description('versions, who gets which, history, load times and errors of the last 24 hours')
    .option('--json')
    .action(async ({ json, ...named }: ListOptions) => {
      const params = { name: nameOf(cwd, named) };
      const status = await call(getRemote, { params, query: undefined, body: undefined });
      say(json ? JSON.stringify(status, null, 2) : statusLines(status));
    });
  withRemote(remote.command('gc'))
    .description('remove versions nobody gets; the newest three and those of the last seven days stay')
    .option('--dry-run', 'only say which')
    .option('--json')
    .action(async ({ json, dryRun = false, ...named }: ListOptions & { dryRun?: boolean }) => {
      const params = { name: nameOf(cwd, named) };
      const result = await call(collectVersions, { params, query: undefined, body: { dryRun } });
      const lines = [
        ...result.removed.map((version) => `${dryRun ? 'would go' : 'gone'}  ${version}`),
        ...result.kept.map(({ version, why }) => `stays  ${version}: ${why}`),
      ];
      say(json ? JSON.stringify(result, null, 2) : lines.join('\n'));
    });
}
