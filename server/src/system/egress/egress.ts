import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { Refusal } from '#faults/refusal';
import { checkedAddresses, type EgressRules } from './checked-addresses';

interface EgressRequest {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

export interface EgressReply {
  /** The URL after redirects. */
  readonly url: URL;
  readonly status: number;
  readonly message: IncomingMessage;
}

const REDIRECTS_MAX = 5;
/** Longest time without data from the server, ms. */
const SILENCE_MS = 30_000;
const MOVED = new Set([301, 302, 303, 307, 308]);

/**
 * Fetches URLs that users enter: HTTP and HTTPS, at public addresses only. The address is checked again at every
 * redirect, and the connection goes to the checked address.
 */
export class Egress {
  constructor(private readonly rules: EgressRules) {}

  /**
   * The reply to a GET after redirects; the caller reads or destroys its message.
   * Refuses with `url-refused`, `url-unreachable` or `url-redirects`.
   */
  async get(wanted: EgressRequest): Promise<EgressReply> {
    let url = parsed(wanted.url);
    for (let hops = 0; hops <= REDIRECTS_MAX; hops += 1) {
      const message = await this.request(url, wanted);
      const { statusCode: status = 0 } = message;
      const { location } = message.headers;
      if (!MOVED.has(status) || location === undefined) return { url, status, message };
      message.destroy();
      url = parsed(location, url);
    }
    throw new Refusal('url-redirects', { values: { count: REDIRECTS_MAX } });
  }

  /** Allowed addresses of a name; refuses the name if any address is not allowed. */
  private async addressesOf(url: URL, signal: AbortSignal): Promise<readonly string[]> {
    const checked = await checkedAddresses(url.hostname, this.rules, signal);
    if (checked.is === 'unknown') throw unreachable(url, 'DNS');
    if (checked.is === 'refused') throw new Refusal('url-refused', { values: { host: url.hostname } });
    return checked.addresses;
  }

  private async request(url: URL, { headers, signal }: EgressRequest): Promise<IncomingMessage> {
    const addresses = await this.addressesOf(url, signal);
    signal.throwIfAborted();
    const sendRequest = url.protocol === 'https:' ? requestHttps : requestHttp;
    const own = {
      'user-agent': 'SiteDeck',
      accept: '*/*',
      'accept-encoding': 'identity',
      connection: 'close',
    };
    const options = { agent: false, lookup: pinnedTo(addresses), headers: { ...own, ...headers }, signal };
    return new Promise((resolve, reject) => {
      const asking = sendRequest(url, options, (message) => {
        // An error may occur before the caller reads the body.
        message.on('error', () => undefined);
        resolve(message);
      });
      asking.setTimeout(SILENCE_MS, () => asking.destroy(new Error('silent')));
      asking.on('error', (error) => reject(signal.aborted ? error : unreachable(url, error.message)));
      asking.end();
    });
  }
}

const unreachable = (url: URL, why: string) =>
  new Refusal('url-unreachable', { values: { host: url.host, why } });

function parsed(text: string, base?: URL): URL {
  if (!URL.canParse(text, base)) throw new Refusal('url-refused', { values: { host: text.slice(0, 100) } });
  const url = new URL(text, base);
  const isPlain = url.username === '' && url.password === '';
  if (!isPlain || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw new Refusal('url-refused', { values: { host: url.host || url.protocol } });
  return url;
}

/** A lookup function that returns the checked address for any name. */
const pinnedTo =
  (addresses: readonly string[]): LookupFunction =>
  (_name, options, done) => {
    const found = addresses.map((address) => ({ address, family: isIP(address) }));
    if (options.all) return done(null, found);
    const [first] = found;
    done(null, first?.address ?? '', first?.family ?? 0);
  };
