import { Agent } from 'node:https';
import acme from 'acme-client';
import { z } from 'zod';
import { AcmeProblem, readProblem, unusableReply, UNREACHABLE } from './problem';

interface HttpSettings {
  readonly ca: string | undefined;
  readonly requestMs?: number;
}

const REQUEST_MS = 30_000;
const REPLY_MAX_BYTES = 1024 * 1024;
/** acme-client retries this itself with a new nonce. */
const BAD_NONCE = 'urn:ietf:params:acme:error:badNonce';

const Nonce = z.object({ type: z.literal(BAD_NONCE) });

/** Reads a `Retry-After` header, in seconds or a date; ms since 1970. */
function retryTime(header: unknown): number | undefined {
  if (typeof header !== 'string') return undefined;
  const seconds = Number(header);
  const at = Number.isFinite(seconds) ? Date.now() + seconds * 1000 : Date.parse(header);
  return Number.isNaN(at) ? undefined : at;
}

interface Reply {
  readonly status: number;
  readonly data: unknown;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** The problem that a reply reports; undefined: none, or one that acme-client handles. */
function problemOf({ status, data, headers }: Reply): AcmeProblem | undefined {
  if (status < 400 || Nonce.safeParse(data).success) return undefined;
  const problem = readProblem(data, { retryAt: retryTime(headers['retry-after']) });
  if (problem) return problem;
  // While the authority is down, a proxy in front of it replies without a problem document.
  return status >= 500 ? new AcmeProblem(UNREACHABLE, `status ${status}`) : unusableReply(`status ${status}`);
}

/** The HTTP client reports this only by its message. */
const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('maxContentLength');

/**
 * Turns error replies into problems that keep their type, which acme-client drops, and lost connections into a problem of
 * their own. acme-client's interceptors retry requests, which this process decides itself, and lose the reason of a lost
 * connection.
 */
function configure({ ca, requestMs = REQUEST_MS }: HttpSettings): void {
  const { defaults, interceptors } = acme.axios;
  defaults.timeout = requestMs;
  defaults.maxContentLength = REPLY_MAX_BYTES;
  defaults.maxRedirects = 0;
  defaults.proxy = false;
  defaults.httpsAgent = new Agent({ ...(ca !== undefined && { ca }) });
  interceptors.request.clear();
  interceptors.response.clear();
  // The timeout above only ends silence; this one also ends a reply that trickles in.
  interceptors.request.use((request) => Object.assign(request, { signal: AbortSignal.timeout(requestMs) }));
  interceptors.response.use(
    (reply) => {
      const problem = problemOf(reply);
      if (problem) throw problem;
      return reply;
    },
    (error: unknown) => {
      throw isTooLarge(error) ? unusableReply('too large') : new AcmeProblem(UNREACHABLE, String(error));
    },
  );
}

/** acme-client has one HTTP client for all authorities. A node uses one authority, so the first one configures it. */
function configureOnce(): (settings: HttpSettings) => void {
  let isConfigured = false;
  return (settings) => {
    if (!isConfigured) configure(settings);
    isConfigured = true;
  };
}

export const configureHttp = configureOnce();
