import { freePort } from './free-port';
import { startServer } from './long-program';

export interface DnsServer {
  /** `127.0.0.1:<port>`. */
  readonly address: string;
  setIpv4(name: string, addresses: readonly string[]): Promise<void>;
  setIpv6(name: string, addresses: readonly string[]): Promise<void>;
  /** Permits an authority, as an `issue` record. */
  setCaa(name: string, authority: string): Promise<void>;
  setTxt(name: string, value: string): Promise<void>;
  /** Answers every question about the name by SERVFAIL. */
  fail(name: string): Promise<void>;
  close(): Promise<void>;
}

/** A DNS server whose records a test sets. Names without records have no addresses. */
export async function startDns(): Promise<DnsServer> {
  const [port, management] = [await freePort(), await freePort()];
  const off = ['-http01', '', '-https01', '', '-tlsalpn01', '', '-defaultIPv4', '', '-defaultIPv6', ''];
  const args = ['-dns01', `127.0.0.1:${port}`, '-management', `127.0.0.1:${management}`, ...off];
  const stop = await startServer({ file: 'pebble-challtestsrv', args }, { port: management });
  const post = async (path: string, body: unknown) => {
    const url = `http://127.0.0.1:${management}/${path}`;
    const reply = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
    if (!reply.ok) throw new Error(`${path}: ${reply.status}`);
  };
  const full = (name: string) => `${name}.`;
  /** It adds to what is there, so the old values go first. */
  const replace = async (kind: string, name: string, more: Record<string, unknown>) => {
    await post(`clear-${kind}`, { host: full(name) });
    await post(kind === 'txt' ? 'set-txt' : `add-${kind}`, { host: full(name), ...more });
  };
  return {
    address: `127.0.0.1:${port}`,
    setIpv4: (name, addresses) =>
      addresses.length > 0 ? replace('a', name, { addresses }) : post('clear-a', { host: full(name) }),
    setIpv6: (name, addresses) => replace('aaaa', name, { addresses }),
    setCaa: (name, authority) => replace('caa', name, { policies: [{ tag: 'issue', value: authority }] }),
    setTxt: (name, value) => replace('txt', name, { value }),
    fail: (name) => post('set-servfail', { host: full(name) }),
    close: stop,
  };
}
