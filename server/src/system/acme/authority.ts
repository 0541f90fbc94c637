import { Agent } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import acme from 'acme-client';
import { AcmeProblem, readProblem } from './problem';

/** How to reach a certificate authority (RFC 8555). */
export interface AuthoritySettings {
  readonly directoryUrl: string;
  /** PEM. */
  readonly accountKey: string;
  readonly contact: string | undefined;
  readonly binding: { readonly kid: string; readonly hmacKey: string } | undefined;
  /** Certificates in PEM that the authority's own HTTPS is checked against; undefined: the public ones. */
  readonly ca: string | undefined;
}

/** One proof that the authority asks for. */
export interface Challenge {
  /** The domain, without `*.`. */
  readonly domain: string;
  readonly token: string;
  /** Content of the file, or of the TXT record. */
  readonly content: string;
  /** Tells the authority that the answer can be fetched. */
  readonly begin: () => Promise<void>;
}

export interface CertificateRequest {
  readonly names: readonly string[];
  readonly keyType: 'ecdsa' | 'rsa';
}

export interface IssuedCertificate {
  /** PEM: the certificate, then its chain. */
  readonly chain: string;
  /** PEM. */
  readonly key: string;
}

const REQUEST_MS = 30_000;
const REPLY_MAX_BYTES = 1024 * 1024;
/** An authority that has not decided after this time counts as down. */
const DECISION_MS = 5 * 60_000;
const POLL_MIN_MS = 500;
const POLL_MAX_MS = 5000;
const RSA_BITS = 2048;
const TOKEN = /^[A-Za-z0-9_-]{1,200}$/;
/** The client library repeats such a request by itself, with a new nonce. */
const BAD_NONCE = 'badNonce';

/** Seconds or a date. */
function retryTime(header: unknown): number | undefined {
  if (typeof header !== 'string') return undefined;
  const seconds = Number(header);
  const at = Number.isFinite(seconds) ? Date.now() + seconds * 1000 : Date.parse(header);
  return Number.isNaN(at) ? undefined : at;
}

/** Replies as problems with their type, which the client library drops. It has one HTTP client for all authorities. */
function configureHttp(ca: string | undefined): void {
  const { defaults, interceptors } = acme.axios;
  defaults.timeout = REQUEST_MS;
  defaults.maxContentLength = REPLY_MAX_BYTES;
  defaults.maxRedirects = 0;
  defaults.proxy = false;
  defaults.httpsAgent = new Agent({ ...(ca !== undefined && { ca }) });
  // This process decides itself when a request is repeated.
  Object.assign(defaults, { acmeSettings: { retryMaxAttempts: 0, retryDefaultDelay: 1 } });
  interceptors.response.use((reply) => {
    const retryAt = retryTime(reply.headers['retry-after']);
    const problem = reply.status >= 400 ? readProblem(reply.data, { retryAt }) : undefined;
    if (problem && problem.kind !== BAD_NONCE) throw problem;
    return reply;
  });
}

const configureHttpOnce = configureOnce();

/** The HTTP client is shared, so it is configured for the first authority of the process, the only one of a node. */
function configureOnce(): (ca: string | undefined) => void {
  let isConfigured = false;
  return (ca) => {
    if (!isConfigured) configureHttp(ca);
    isConfigured = true;
  };
}

/** A new account key, PEM. */
export async function makeAccountKey(): Promise<string> {
  return (await acme.crypto.createPrivateEcdsaKey('P-256')).toString();
}

/** A client of one certificate authority. Its methods throw `AcmeProblem` for what the authority objects to. */
export class Authority {
  private readonly client: acme.Client;
  private account: Promise<unknown> | undefined;

  constructor(private readonly settings: AuthoritySettings) {
    const { directoryUrl, accountKey, binding } = settings;
    configureHttpOnce(settings.ca);
    this.client = new acme.Client({
      directoryUrl,
      accountKey,
      ...(binding && { externalAccountBinding: { kid: binding.kid, hmacKey: binding.hmacKey } }),
    });
  }

  /** Makes the account, or finds it by its key. */
  private async signIn(): Promise<void> {
    const { contact } = this.settings;
    this.account ??= this.client.createAccount({
      termsOfServiceAgreed: true,
      ...(contact !== undefined && { contact: [`mailto:${contact}`] }),
    });
    try {
      await this.account;
    } catch (error) {
      this.account = undefined;
      throw error;
    }
  }

  async order({ names }: Pick<CertificateRequest, 'names'>): Promise<acme.Order> {
    await this.signIn();
    return this.client.createOrder({ identifiers: names.map((value) => ({ type: 'dns', value })) });
  }

  /** The proofs that an order still needs. */
  async challenges(order: acme.Order, type: 'http-01' | 'dns-01'): Promise<readonly Challenge[]> {
    const open = await this.client.getAuthorizations(order);
    const pending = open.filter(({ status }) => status === 'pending');
    return Promise.all(pending.map((authorization) => this.challenge(authorization, type)));
  }

  private async challenge(authorization: acme.Authorization, type: string): Promise<Challenge> {
    const domain = authorization.identifier.value;
    const challenge = authorization.challenges.find((one) => one.type === type);
    if (!challenge) throw new AcmeProblem('unsupported', `no ${type}`, domain);
    // It becomes the name of a file.
    if (!TOKEN.test(challenge.token)) throw new AcmeProblem('malformed', 'unusable token', domain);
    return {
      domain,
      token: challenge.token,
      content: await this.client.getChallengeKeyAuthorization(challenge),
      begin: async () => {
        await this.client.completeChallenge(challenge);
      },
    };
  }

  /** Waits until the order is in one of these states. Throws the reason if it becomes invalid. */
  async settled(
    order: acme.Order,
    states: readonly acme.Order['status'][],
    signal: AbortSignal,
  ): Promise<acme.Order> {
    const until = Date.now() + DECISION_MS;
    for (let pause = POLL_MIN_MS; ; pause = Math.min(pause * 1.5, POLL_MAX_MS)) {
      signal.throwIfAborted();
      const now = await this.client.getOrder(order);
      if (states.includes(now.status)) return now;
      if (now.status === 'invalid') throw await this.whyInvalid(now);
      if (Date.now() > until) throw new AcmeProblem('timeout', 'no decision');
      await sleep(pause, undefined, { signal });
    }
  }

  private async whyInvalid(order: acme.Order): Promise<AcmeProblem> {
    const all = await this.client.getAuthorizations(order);
    const failed = all.find(({ status }) => status === 'invalid');
    const error = failed?.challenges.find((challenge) => challenge.error)?.error ?? order.error;
    const domain = failed?.identifier.value;
    return (
      readProblem(error, domain === undefined ? {} : { domain }) ??
      new AcmeProblem('unauthorized', 'no reason given', domain)
    );
  }

  /** Has the proven order issued, with a new key. */
  async issue(
    order: acme.Order,
    { names, keyType }: CertificateRequest,
    signal: AbortSignal,
  ): Promise<IssuedCertificate> {
    const key =
      keyType === 'rsa'
        ? await acme.crypto.createPrivateRsaKey(RSA_BITS)
        : await acme.crypto.createPrivateEcdsaKey('P-256');
    const [, csr] = await acme.crypto.createCsr({ altNames: [...names] }, key);
    await this.client.finalizeOrder(order, csr);
    const valid = await this.settled(order, ['valid'], signal);
    return { chain: await this.client.getCertificate(valid), key: key.toString() };
  }

  /** @param certificate PEM */
  async revoke(certificate: string): Promise<void> {
    await this.signIn();
    await this.client.revokeCertificate(certificate);
  }
}
