import { setTimeout as sleep } from 'node:timers/promises';
import acme from 'acme-client';
import { checkReply } from './reply';
import { configureHttp } from './http';
import { AcmeProblem, readProblem, unusableReply } from './problem';

/** How to reach a certificate authority (RFC 8555). */
export interface AuthoritySettings {
  readonly directoryUrl: string;
  /** PEM. */
  readonly accountKey: string;
  readonly contact: string | undefined;
  readonly binding: { readonly kid: string; readonly hmacKey: string } | undefined;
  /** CA certificates in PEM for the authority's own HTTPS; undefined: the public ones. */
  readonly ca: string | undefined;
  /** Timeout of one request, ms; absent: half a minute. */
  readonly requestMs?: number;
}

/** One challenge of an authorization. */
export interface Challenge {
  /** The domain, without `*.`. */
  readonly domain: string;
  readonly token: string;
  /** Content of the file, or of the TXT record. */
  readonly content: string;
  /** Notifies the authority that the response is in place. */
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

/** An authority that has not decided by then counts as down. */
const DECISION_MS = 5 * 60_000;
const POLL_MIN_MS = 500;
const POLL_MAX_MS = 5000;
const RSA_BITS = 2048;
const TOKEN = /^[A-Za-z0-9_-]{1,200}$/;

/** A new account key, PEM. */
export async function makeAccountKey(): Promise<string> {
  return (await acme.crypto.createPrivateEcdsaKey('P-256')).toString();
}

/** The client library throws errors of all types for replies that it can't read. */
async function readable<Reply>(sent: Promise<Reply>): Promise<Reply> {
  try {
    return await sent;
  } catch (error) {
    throw error instanceof AcmeProblem ? error : unusableReply(String(error));
  }
}

/**
 * A client of one certificate authority. Its methods throw `AcmeProblem` for errors that the authority reports, if it does
 * not reply, and for invalid replies.
 */
export class Authority {
  private readonly client: acme.Client;
  private account: Promise<unknown> | undefined;

  constructor(private readonly settings: AuthoritySettings) {
    const { directoryUrl, accountKey, binding } = settings;
    configureHttp(settings);
    this.client = new acme.Client({
      directoryUrl,
      accountKey,
      ...(binding && { externalAccountBinding: { kid: binding.kid, hmacKey: binding.hmacKey } }),
    });
  }

  /** Creates the account, or finds it by its key. */
  private async findAccount(): Promise<void> {
    const { contact } = this.settings;
    const terms = { termsOfServiceAgreed: true };
    if (contact !== undefined) {
      await this.client.createAccount({ ...terms, contact: [`mailto:${contact}`] });
      return;
    }
    // The library sends the fields of an existing account as an update, and an authority may refuse one without a contact.
    try {
      await this.client.createAccount({ onlyReturnExisting: true });
    } catch (error) {
      if (!(error instanceof AcmeProblem && error.type === 'accountDoesNotExist')) throw error;
      await this.client.createAccount(terms);
    }
  }

  private async signIn(): Promise<void> {
    this.account ??= this.findAccount();
    try {
      await readable(this.account);
    } catch (error) {
      this.account = undefined;
      throw error;
    }
  }

  async order({ names }: Pick<CertificateRequest, 'names'>): Promise<acme.Order> {
    await this.signIn();
    const identifiers = names.map((value) => ({ type: 'dns', value }));
    return checkReply.order(await readable(this.client.createOrder({ identifiers })), names.length);
  }

  private async authorizations(order: acme.Order): Promise<readonly acme.Authorization[]> {
    return checkReply.authorizations(await readable(this.client.getAuthorizations(order)));
  }

  /** The challenges of an order's pending authorizations. */
  async challenges(order: acme.Order, type: 'http-01' | 'dns-01'): Promise<readonly Challenge[]> {
    const all = await this.authorizations(order);
    const pending = all.filter(({ status }) => status === 'pending');
    return Promise.all(pending.map((authorization) => this.challenge(authorization, type)));
  }

  private async challenge(authorization: acme.Authorization, type: string): Promise<Challenge> {
    const domain = authorization.identifier.value;
    const challenge = authorization.challenges.find((one) => one.type === type);
    if (!challenge) throw new AcmeProblem('unsupported', `no ${type}`, { domain });
    // It becomes a file name.
    if (!TOKEN.test(challenge.token)) throw unusableReply(`no token for ${domain}`);
    return {
      domain,
      token: challenge.token,
      content: await readable(this.client.getChallengeKeyAuthorization(challenge)),
      begin: async () => {
        await readable(this.client.completeChallenge(challenge));
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
      const now = checkReply.order(await readable(this.client.getOrder(order)), order.authorizations.length);
      if (states.includes(now.status)) return now;
      if (now.status === 'invalid') throw await this.whyInvalid(now);
      if (Date.now() > until) throw new AcmeProblem('timeout', 'no decision');
      await sleep(pause, undefined, { signal });
    }
  }

  private async whyInvalid(order: acme.Order): Promise<AcmeProblem> {
    const all = await this.authorizations(order);
    const failed = all.find(({ status }) => status === 'invalid');
    const error = failed?.challenges.find((challenge) => challenge.error)?.error ?? order.error;
    const domain = failed?.identifier.value;
    return readProblem(error, { domain }) ?? new AcmeProblem('unauthorized', 'no reason given', { domain });
  }

  /** Finalizes a validated order with a new key. */
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
    await readable(this.client.finalizeOrder(order, csr));
    const valid = await this.settled(order, ['valid'], signal);
    const chain = checkReply.text(await readable(this.client.getCertificate(valid)));
    return { chain, key: key.toString() };
  }

  /** @param certificate PEM */
  async revoke(certificate: string): Promise<void> {
    await this.signIn();
    await readable(this.client.revokeCertificate(certificate));
  }
}
