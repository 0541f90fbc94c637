import { AccountCode, changeTraffic, getRemote, type TrafficChange } from '@sitedeck/contract';
import { InvalidArgumentError, type Command } from 'commander';
import { CommandRefusal } from '../refusal';
import type { Tools } from '../tools';
import { trafficLines } from './status-lines';
import { nameOf, versionOf, withRemote, type RemoteOption } from './which-remote';

interface ChangeOptions extends RemoteOption {
  readonly why: string;
  /** Refused if the server has another revision, since another user has changed traffic meanwhile. */
  readonly revision?: number;
}

function integer(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('a whole number');
  return Number(text);
}

/** 1 to 99: a version for all accounts is promoted, not rolled out. */
function percentOf(text: string): number {
  const percent = integer(text);
  if (percent > 99) throw new InvalidArgumentError('1 to 99; for all accounts use promote');
  return percent;
}

function accountOf(text: string): AccountCode {
  const parsed = AccountCode.safeParse(text);
  if (!parsed.success) throw new CommandRefusal(`${text} is not an account code, such as ac1001`);
  return parsed.data;
}

/**
 * Commands that set who gets which version. Each reads the revision and sends it, so that of two at the same time one
 * is refused.
 */
export function trafficCommands(remote: Command, { call, say, cwd }: Tools): void {
  async function change(options: ChangeOptions, wanted: TrafficChange): Promise<void> {
    const params = { name: nameOf(cwd, options) };
    const revision =
      options.revision ?? (await call(getRemote, { params, query: undefined, body: undefined })).revision;
    const body = { revision, why: options.why, change: wanted };
    const now = await call(changeTraffic, { params, query: undefined, body });
    say([`revision ${now.revision}`, ...trafficLines(now.traffic)].join('\n'));
  }
  const command = (words: string, description: string): Command =>
    withRemote(remote.command(words).description(description))
      .requiredOption('--why <text>', 'for the history')
      .option('--revision <n>', 'insist on this state of traffic', integer);

  command('promote [version]', 'everybody gets it with the next page they load').action(
    (version: string | undefined, options: ChangeOptions) =>
      change(options, { is: 'promote', version: versionOf(cwd, version) }),
  );
  command('rollout [version]', 'a part of the accounts gets it, always the same ones while the part grows')
    .requiredOption('--percent <n>', '1 to 99; 0 ends the rollout', percentOf)
    .action((version: string | undefined, { percent, ...options }: ChangeOptions & { percent: number }) =>
      change(options, { is: 'rollout', version: versionOf(cwd, version), percent }),
    );
  command('rollback', 'back to what was in force before').action((options: ChangeOptions) =>
    change(options, { is: 'rollback' }),
  );
  command('pin [version]', 'one account gets this version whatever the others get')
    .requiredOption('--account <code>')
    .option('--end', 'the account gets what the others get')
    .action(
      (
        version: string | undefined,
        { account, end, ...options }: ChangeOptions & { account: string; end?: true },
      ) =>
        change(options, {
          is: 'pin',
          accountCode: accountOf(account),
          version: end ? null : versionOf(cwd, version),
        }),
    );
  command('withdraw', 'nobody has it in the menu any longer').action((options: ChangeOptions) =>
    change(options, { is: 'withdraw' }),
  );
}
