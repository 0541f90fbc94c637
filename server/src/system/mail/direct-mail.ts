import { z } from 'zod';
import { pathExists } from '#system/disk/exists';
import { findProgram, run } from '#system/process/exec';
import { overlaps, type Isolation, type UidRange } from '#system/process/identity';

/** Whether programs of hosts reach mail servers of other machines at port 25. */
export type DirectMail =
  | { readonly is: 'closed' }
  | {
      readonly is: 'open';
      /**
       * `setting`: the operator permits it; `root`: not started as root; `missing`: `ip` is not installed; `rights`: the
       * machine does not permit routing rules, or another one comes first.
       */
      readonly why: 'setting' | 'root' | 'missing' | 'rights';
    };

const SMTP = 25;
/** Before all rules of the operator; only the kernel's own, for addresses of this machine, comes first. */
const PREFERENCE = 25;
/** Marks our rules: a number that rtnetlink leaves to programs. */
const PROTOCOL = 84;

const FAMILIES = [
  // Addresses for documentation, which no machine has.
  { option: '-4', sample: '203.0.113.1', table: '/proc/net/tcp' },
  { option: '-6', sample: '2001:db8::1', table: '/proc/net/tcp6' },
] as const;
type Family = (typeof FAMILIES)[number];

const selector = ({ first, last }: UidRange): readonly string[] => [
  ...['pref', String(PREFERENCE), 'uidrange', `${first}-${last}`],
  ...['ipproto', 'tcp', 'dport', String(SMTP), 'prohibit', 'protocol', String(PROTOCOL)],
];

const Rules = z.array(
  z.object({
    protocol: z.union([z.string(), z.number()]).optional(),
    dport: z.union([z.string(), z.number()]).optional(),
    uid_start: z.number().optional(),
    uid_end: z.number().optional(),
  }),
);

/** Uid ranges of our rules that overlap with a range: a killed start may have had another one. */
async function foundRules(ip: string, { option }: Family, uids: UidRange): Promise<readonly UidRange[]> {
  const { code, stdout } = await run({ file: ip, args: [option, '-j', 'rule', 'show'] });
  if (code !== 0 || stdout.trim() === '') return [];
  return Rules.parse(JSON.parse(stdout)).flatMap((rule) => {
    const isOurs = String(rule.protocol) === String(PROTOCOL) && rule.dport === SMTP;
    if (!isOurs || rule.uid_start === undefined || rule.uid_end === undefined) return [];
    const range = { first: rule.uid_start, last: rule.uid_end };
    return overlaps(range, uids) ? [range] : [];
  });
}

const addRule = (ip: string, { option }: Family, uids: UidRange) =>
  run({ file: ip, args: [option, 'rule', 'add', ...selector(uids)] });
const deleteRule = (ip: string, { option }: Family, uids: UidRange) =>
  run({ file: ip, args: [option, 'rule', 'del', ...selector(uids)] });

async function drop(ip: string, family: Family, uids: UidRange): Promise<void> {
  for (const range of await foundRules(ip, family, uids)) await deleteRule(ip, family, range);
}

const isSame = (one: UidRange, other: UidRange) => one.first === other.first && one.last === other.last;

/** Leaves exactly one rule for the range. */
async function ensureRule(ip: string, family: Family, uids: UidRange): Promise<void> {
  const found = await foundRules(ip, family, uids);
  const [only] = found;
  if (only && found.length === 1 && isSame(only, uids)) return;
  // Added first, so that the port is never open meanwhile; the kernel refuses the same rule twice.
  await addRule(ip, family, uids);
  for (const range of found) if (!isSame(range, uids)) await deleteRule(ip, family, range);
}

const PROBE_MS = 2000;

/** Connects as a host would. A rule refuses at once and sends nothing. */
async function isRefused({ sample }: Family, { last }: UidRange): Promise<boolean> {
  const bash = await findProgram('bash');
  if (bash === undefined) return false;
  const command = { file: bash, args: ['-c', `exec 3<>/dev/tcp/${sample}/${SMTP}`] };
  const options = { identity: { uid: last, gid: last }, timeoutMs: PROBE_MS };
  return (await run(command, options)).stderr.includes('Permission denied');
}

async function isClosed(family: Family, uids: UidRange): Promise<boolean> {
  return !(await pathExists(family.table)) || (await isRefused(family, uids));
}

export interface DirectMailParts {
  readonly isolation: Isolation;
  readonly uids: UidRange;
  /** Whether the operator permits port 25. */
  readonly isPermitted: boolean;
}

/**
 * Refuses programs of hosts connections to port 25 of other machines, by a routing rule for their uids, or permits them.
 * Can be repeated: a network manager may drop rules that it does not know. Finds out by connecting whether it works.
 */
export async function applyDirectMail({
  isolation,
  uids,
  isPermitted,
}: DirectMailParts): Promise<DirectMail> {
  if (isolation.is === 'single') return { is: 'open', why: 'root' };
  const ip = await findProgram('ip');
  if (ip === undefined) return { is: 'open', why: isPermitted ? 'setting' : 'missing' };
  const act = isPermitted ? drop : ensureRule;
  for (const family of FAMILIES) await act(ip, family, uids);
  if (isPermitted) return { is: 'open', why: 'setting' };
  const closed = await Promise.all(FAMILIES.map((family) => isClosed(family, uids)));
  return closed.every(Boolean) ? { is: 'closed' } : { is: 'open', why: 'rights' };
}

/** Removes the rules of a range. Call it when no program of a host runs any more. */
export async function dropRules(uids: UidRange): Promise<void> {
  const ip = await findProgram('ip');
  if (ip !== undefined) for (const family of FAMILIES) await drop(ip, family, uids);
}
