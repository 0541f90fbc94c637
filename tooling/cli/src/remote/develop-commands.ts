import { publishVersion } from '@sitedeck/contract';
import type { Command } from 'commander';
import { table } from '../print';
import { CommandRefusal } from '../refusal';
import type { Tools } from '../tools';
import { manifestOf, remoteFolder } from './which-remote';

/**
 * Commands that work on a remote's folder. Each loads the code that builds only when it runs, since the compiler loads
 * slowly.
 */
export function developCommands(remote: Command, tools: Tools): void {
  const { say, cwd, server: findServer } = tools;
  remote
    .command('init <name>')
    .description('a new remote in a folder of that name, ready to be published')
    .action(async (name: string) => {
      const { initRemote } = await import('../develop/init');
      const folder = await initRemote({ name, cwd, server: (await findServer()).server });
      say(`${folder}\nNext: cd ${name} && npm install && npx sitedeck remote check`);
    });
  remote
    .command('check [folder]')
    .description('build it and refuse what would break, here and now')
    .option('--json')
    .action(async (given: string | undefined, { json }: { json?: true }) => {
      await checked(given, json === true);
    });
  remote
    .command('dev [folder]')
    .description('the running console with this remote from source, live reload')
    .option('--port <n>', 'of the page to open', '3001')
    .action(async (given: string | undefined, { port }: { port: string }) => {
      const { developRemote } = await import('../develop/dev');
      const { server } = await findServer();
      say(await developRemote({ folder: remoteFolder(cwd, given), server, port: Number(port) }));
    });
  remote
    .command('test [folder]')
    .description('run it in Chromium: both doors, languages, widths, accessibility, leaks')
    .action(async (given: string | undefined) => {
      const { buildRemote } = await import('../develop/build');
      const { tryRemote } = await import('../trial/try-remote');
      const folder = remoteFolder(cwd, given);
      await buildRemote(folder);
      const findings = await tryRemote(folder, tools.console);
      if (findings.length > 0) throw new CommandRefusal(findings.join('\n'));
      say(`${manifestOf(folder).name} is fit: no finding`);
    });
  remote
    .command('publish [folder]')
    .description('check it and store this version; nobody gets it before rollout or promote')
    .requiredOption('--why <text>', 'for the history')
    .action(async (given: string | undefined, { why }: { why: string }) => {
      const { built } = await checked(given, false);
      const { packRemote } = await import('../develop/pack');
      const { name } = built.built;
      const stored = await tools.call(
        publishVersion,
        { params: { name }, query: { why }, body: undefined },
        await packRemote(built),
      );
      say(`${name} ${stored.version} is stored: ${stored.files} files, ${stored.bytes} bytes`);
    });

  async function checked(given: string | undefined, json: boolean) {
    const { checkRemote } = await import('../develop/check');
    const folder = remoteFolder(cwd, given);
    const result = await checkRemote(folder, tools);
    const { findings, against } = result;
    if (json) say(JSON.stringify({ against, findings }, null, 2));
    if (findings.length > 0) {
      const rows = findings.map(({ about, text }) => [about, text]);
      throw new CommandRefusal(json ? `${findings.length} findings` : table(['ABOUT', 'WHAT'], rows));
    }
    const { name, version } = manifestOf(folder);
    if (!json) say(`${name} ${version} fits: consoles with SDK ${against.join(', ')}`);
    return result;
  }
}
