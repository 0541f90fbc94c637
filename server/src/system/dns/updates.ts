import { run } from '#system/process/exec';

/** A TXT record. */
export interface TxtRecord {
  readonly name: string;
  readonly content: string;
}

export type UpdateResult = { readonly is: 'done' } | { readonly is: 'refused'; readonly reason: string };

/** Changes TXT records at a DNS server (RFC 2136). */
export interface DnsUpdates {
  add(record: TxtRecord): Promise<UpdateResult>;
  remove(record: TxtRecord): Promise<UpdateResult>;
}

interface UpdateParts {
  /** Address of the primary server, with a port if it is not 53. */
  readonly server: string;
  /** TSIG key as `nsupdate -k` reads it. */
  readonly keyFile: string | undefined;
}

const TTL_S = 60;
const UPDATE_MS = 20_000;
const NAME = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;
const CONTENT = /^[A-Za-z0-9_-]{1,255}$/;

/** `192.0.2.1:53`, `[2001:db8::1]:53` or an address alone, as `nsupdate` reads it. */
function serverLine(server: string): string {
  const [, bracketed, plain, port] = /^(?:\[(.+)\]|([^:]+)):(\d+)$/.exec(server) ?? [];
  const address = bracketed ?? plain;
  return address === undefined ? `server ${server}` : `server ${address} ${port ?? ''}`.trim();
}

/** Each value becomes part of a line that `nsupdate` reads. */
function checked({ name, content }: TxtRecord): TxtRecord {
  if (!NAME.test(name) || !CONTENT.test(content)) throw new Error('not a record of a proof');
  return { name, content };
}

/** Lets `nsupdate` send the updates; it finds the zone of a name itself. */
export function dnsUpdates({ server, keyFile }: UpdateParts): DnsUpdates {
  const send = async (line: string): Promise<UpdateResult> => {
    const args = ['-t', '10', ...(keyFile === undefined ? [] : ['-k', keyFile])];
    const stdin = `${serverLine(server)}\n${line}\nsend\n`;
    const { code, stderr } = await run({ file: 'nsupdate', args }, { stdin, timeoutMs: UPDATE_MS });
    if (code === 0) return { is: 'done' };
    return { is: 'refused', reason: stderr.trim().split('\n')[0]?.slice(0, 200) ?? '' };
  };
  return {
    add: (record) => {
      const { name, content } = checked(record);
      return send(`update add ${name}. ${TTL_S} TXT "${content}"`);
    },
    remove: (record) => {
      const { name, content } = checked(record);
      return send(`update delete ${name}. TXT "${content}"`);
    },
  };
}
