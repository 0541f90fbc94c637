import type { Command } from 'commander';
import {
  CLAIMS,
  createAccount,
  createKey,
  createToken,
  listAccounts,
  listKeys,
  revokeKey,
} from '@sitedeck/contract';
import { table } from '../print';
import { CommandRefusal } from '../refusal';
import type { Tools } from '../tools';

const nothing = { params: undefined, query: undefined, body: undefined } as const;

export function accountCommands(program: Command, { call, say }: Tools): void {
  const account = program.command('account').description('accounts, which own hosts');
  account.command('create <name>').action(async (name: string) => {
    say((await call(createAccount, { ...nothing, body: { name } })).accountCode);
  });
  account.command('list').action(async () => {
    const rows = (await call(listAccounts, nothing)).map((row) => [
      row.accountCode,
      row.name,
      String(row.hosts),
    ]);
    say(table(['ACCOUNT', 'NAME', 'HOSTS'], rows));
  });
}

interface TokenOptions {
  readonly host?: string;
  readonly operator?: string;
  readonly administrator?: boolean;
  readonly url?: string;
  readonly claim?: readonly string[];
}

export function tokenCommands(program: Command, { call, say }: Tools): void {
  program
    .command('token')
    .description("tokens of the provider's portal")
    .command('create <account>')
    .description('a single-use sign-in of five minutes')
    .option('--host <code>', 'the host it opens first')
    .option('--operator <person>', 'who acts, for the log')
    .option('--administrator', 'acts as the provider; needs --operator')
    .option('--claim <name...>', `what the session may do besides: ${CLAIMS.join(', ')}`)
    .option('--url <origin>', 'print the whole address for the console at this origin')
    .action(async (account: string, { host, operator, administrator, url, claim }: TokenOptions) => {
      const parsed = createToken.body.safeParse({
        accountCode: account,
        hostCode: host,
        operator,
        claims: claim,
        role: administrator ? 'ADMINISTRATOR' : 'USER',
      });
      if (!parsed.success) throw new CommandRefusal(parsed.error.issues[0]?.message ?? 'not valid');
      const { token } = await call(createToken, { ...nothing, body: parsed.data });
      say(url === undefined ? token : new URL(`/api/login/token?token=${token}`, url).href);
    });
}

export function keyCommands(program: Command, { call, say }: Tools): void {
  const key = program.command('key').description('keys of the provider API');
  key
    .command('create <name> <scope...>')
    .description('scopes: hosts, tokens, metrics, remotes:<name>; the key is shown once')
    .action(async (name: string, scopes: string[]) => {
      say((await call(createKey, { ...nothing, body: { name, scopes } })).key);
    });
  key.command('list').action(async () => {
    const rows = (await call(listKeys, nothing)).map((row) => [
      row.name,
      row.scopes.join(','),
      row.createTime,
      row.revoked ? 'revoked' : 'live',
    ]);
    say(table(['KEY', 'SCOPES', 'CREATED', 'STATE'], rows));
  });
  key.command('revoke <name>').action(async (name: string) => {
    await call(revokeKey, { ...nothing, params: { name } });
    say(`${name} is revoked`);
  });
}
