import type { Command } from 'commander';
import {
  AccountCode,
  createHost,
  deleteHost,
  HostCode,
  HostName,
  LANGUAGES,
  listHosts,
  updateHost,
  type ProviderHost,
} from '@sitedeck/contract';
import { z } from 'zod';
import { parseSize, table } from '../print';
import { CommandRefusal } from '../refusal';
import type { Tools } from '../tools';

const Size = z.string().transform((text, context) => {
  const size = parseSize(text);
  if (size === undefined) context.addIssue({ code: 'custom', message: 'a size as 10G, or none' });
  return size ?? null;
});

/** A limit of the host; null: the installation's default. The server checks its range. */
const Limit = z.union([z.literal('default').transform(() => null), z.coerce.number().int()]).optional();

/** Options of `host create` and `host set` besides names and passwords. */
const Fields = z.object({
  name: HostName.optional(),
  language: z.enum(LANGUAGES).optional(),
  productType: z.string().optional(),
  instanceType: z.string().optional(),
  osType: z.string().optional(),
  remark: z.string().optional(),
  email: z.email().optional(),
  phone: z.string().optional(),
  diskQuota: Size.optional(),
  databaseQuota: Size.optional(),
  trafficQuota: Size.optional(),
  archiveEntries: z.coerce.number().int().optional(),
  memoryMib: Limit,
  processes: Limit,
  cpuPercent: Limit,
  cpuWeight: Limit,
  ioWeight: Limit,
  mailsPerHour: Limit,
  domains: z
    .string()
    .transform((text) => text.split(',').filter(Boolean))
    .optional(),
  plugin: z.enum(['0', '1']).optional(),
});

function parse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new CommandRefusal(`${issue?.path.join('.') || 'value'}: ${issue?.message ?? 'not valid'}`);
}

function bodyOf(options: unknown) {
  const { name, email, phone, diskQuota, databaseQuota, trafficQuota, plugin, ...rest } = parse(
    Fields,
    options,
  );
  const fields = {
    ...rest,
    hostName: name,
    contact: email === undefined && phone === undefined ? undefined : { email, phone },
    diskQuotaBytes: diskQuota,
    databaseQuotaBytes: databaseQuota,
    trafficQuotaBytes: trafficQuota,
    plugin: plugin === undefined ? undefined : plugin === '1' ? 1 : 0,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

const row = (host: ProviderHost): string[] => [
  host.hostCode,
  host.hostName,
  host.accountCode,
  host.language,
  host.serviceStatus,
  host.node,
  host.domains.join(','),
];

const withFields = (command: Command): Command =>
  command
    .option('--language <language>', LANGUAGES.join(', '))
    .option('--product-type <type>')
    .option('--instance-type <type>')
    .option('--os-type <type>')
    .option('--plugin <0|1>')
    .option('--remark <text>')
    .option('--email <address>', 'contact for one-time codes')
    .option('--phone <number>', 'contact for one-time codes')
    .option('--disk-quota <size>', 'as 10G, or none')
    .option('--database-quota <size>', 'as 1G, or none')
    .option('--traffic-quota <size>', 'as 100G, or none')
    .option('--archive-entries <count>', 'files and folders that one archive may hold')
    .option('--memory-mib <count>', 'memory of its programs in MiB, or default')
    .option('--processes <count>', 'its processes and threads, or default')
    .option('--cpu-percent <percent>', 'CPU limit in percent of one core, or default')
    .option('--cpu-weight <weight>', 'CPU weight under load (default: 100)')
    .option('--io-weight <weight>', 'disk weight under load (default: 100)')
    .option('--mails-per-hour <count>', 'recipients of mail per hour, or default')
    .option('--domains <a,b>', 'replaces the bound domains');

export function hostCommands(program: Command, { call, say, askPassword }: Tools): void {
  const host = program.command('host').description('virtual hosts');
  const change = async (code: string, body: object): Promise<void> => {
    const params = { hostCode: parse(HostCode, code) };
    say(table(HEAD, [row(await call(updateHost, { params, query: undefined, body }))]));
  };

  withFields(host.command('create <account> <name>'))
    .description('create a host; its password is read from standard input')
    .action(async (account: string, name: string, options: object) => {
      const body = parse(createHost.body, {
        language: 'PHP',
        ...bodyOf(options),
        accountCode: parse(AccountCode, account),
        hostName: name,
        password: await askPassword(),
      });
      say((await call(createHost, { params: undefined, query: undefined, body })).hostCode);
    });
  host
    .command('list')
    .option('--account <code>')
    .action(async ({ account }: { account?: string }) => {
      const query = account === undefined ? {} : { accountCode: parse(AccountCode, account) };
      say(table(HEAD, (await call(listHosts, { params: undefined, query, body: undefined })).map(row)));
    });
  withFields(host.command('set <host>').option('--name <name>'))
    .description('change fields of a host')
    .action((code: string, options: object) => change(code, bodyOf(options)));
  host
    .command('block <host>')
    .description('suspend it')
    .action((code: string) => change(code, { serviceStatus: 'BLOCKING' }));
  host.command('unblock <host>').action((code: string) => change(code, { serviceStatus: 'NORMAL' }));
  host
    .command('password <host>')
    .description('set the password, read from standard input; ends every session of the host')
    .action(async (code: string) => change(code, { password: await askPassword() }));
  host
    .command('delete <host>')
    .description('remove it with everything in its directory tree')
    .option('--yes', "confirm; this can't be undone")
    .action(async (code: string, { yes }: { yes?: boolean }) => {
      if (!yes) throw new CommandRefusal(`This permanently deletes ${code} and all its data: add --yes`);
      await call(deleteHost, {
        params: { hostCode: parse(HostCode, code) },
        query: undefined,
        body: undefined,
      });
      say(`${code} is gone`);
    });
}

const HEAD = ['HOST', 'NAME', 'ACCOUNT', 'LANGUAGE', 'STATUS', 'NODE', 'DOMAINS'];
