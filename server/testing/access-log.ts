import { AccountCode, HostCode, HostName } from '@sitedeck/contract';
import type { Db } from '#state/db';

export interface LoggedVisit {
  readonly at?: Date;
  readonly status?: number;
  readonly bytes?: number;
  readonly path?: string;
  readonly host?: string;
  /** Cache status and rule, as servers of the edge cache write them: `HIT 3`. */
  readonly edge?: string;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const two = (value: number): string => String(value).padStart(2, '0');

const logTime = (at: Date): string => {
  const date = `${two(at.getUTCDate())}/${MONTHS[at.getUTCMonth()]}/${at.getUTCFullYear()}`;
  return `${date}:${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())} +0000`;
};

/** A line as nginx writes it in the log format `site`. */
export function logLine({
  at = new Date(),
  status = 200,
  bytes = 100,
  path = '/',
  host = 'a.example',
  edge = '-',
}: LoggedVisit = {}): string {
  const agent =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36';
  return `203.0.113.9 - - [${logTime(at)}] "GET ${path} HTTP/1.1" ${status} 12 "https://a.example/" "${agent}" ${bytes} 0.001 "${host}" ${edge}\n`;
}

let hosts = 0;

/** Adds only a database row. */
export async function addHostRow(db: Db): Promise<HostCode> {
  hosts += 1;
  const account = AccountCode.parse('ac1');
  await db
    .insertInto('account')
    .values({ code: account, name: 'x' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const code = HostCode.parse(`vh${hosts}0`);
  const words = { product_type: '', instance_type: '', os_type: '', remark: '', password_hash: '' };
  await db
    .insertInto('host')
    .values({
      ...words,
      code,
      account_code: account,
      host_name: HostName.parse(`host-${hosts}`),
      uid: 30_000 + hosts,
      node: 'local',
      language: 'PHP',
      plugin: 0,
      disk_quota: null,
      database_quota: null,
      traffic_quota: null,
    })
    .execute();
  return code;
}
