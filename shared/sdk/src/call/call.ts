import type { CallReply, CallShape, Fault, Locale, PublicConfig } from '@sitedeck/contract';
import type { ServerClock } from '../clock/server-clock';
import { kernel } from '../kernel/cell';
import type { Events } from '../kernel/events';
import type { FaultTone, KernelEvents } from '../kernel/kernel-events';
import type { SdkStore } from '../kernel/store';
import type { Access, Proof } from './access';
import { addressOf, type CallParts } from './address';
import type { AnyHttpReply, Call, CallOptions, Exchange, Transport } from './call-shape';
import { expiredSession, readReply, silentPortal, type Outcome } from './reply';
import { send } from './send';
import type { Supersede } from './supersede';

/**
 * Makes one call of the contract and returns its `res` (a `Blob` for streams, the complete body for the raw
 * paths). Rejects with a plain `Fault`; faults are announced to the shell unless `quiet`. The page's one kernel
 * has it from `makeCall`.
 */
export const call: Call = (def, input, options) => kernel().call(def, input, options);

export interface ExchangeDeps {
  readonly config: PublicConfig;
  readonly store: SdkStore;
  readonly events: Events<KernelEvents>;
  readonly supersede: Supersede;
  readonly access: Access;
  readonly clock: ServerClock;
  /** The session is over. */
  readonly sessionExpired: (def: CallShape, fault: Fault) => void;
}

export function makeExchange(deps: ExchangeDeps, transport: Transport = send): Exchange {
  const { config, store, events, supersede, access, clock, sessionExpired } = deps;

  const headersFor = (def: CallShape, options: CallOptions): Record<string, string> => {
    const { settings, host } = store.getState();
    const hostCode = options.hostCode ?? host.host?.hostService.hostCode;
    return {
      'X-Requested-With': 'XMLHttpRequest',
      'Accept-Language': settings.locale,
      ...(hostCode !== undefined && def.access !== 'public' ? { 'X-Host-Code': hostCode } : {}),
      ...options.headers,
    };
  };

  const refuse = (fault: Fault, tone: FaultTone, quiet: boolean): never => {
    // A portal's token is for one host, so only a console can turn out to be on another one.
    if (fault.reason === 'host-changed' && access.sendsCookie)
      events.emit('host-changed', { fault, asked: !quiet });
    else if (!quiet && fault.reason !== 'aborted') events.emit('fault', { fault, tone });
    throw fault;
  };

  const settle = (outcome: Outcome, def: CallShape, quiet: boolean): AnyHttpReply => {
    if (outcome.is === 'reply') return outcome.reply;
    if (outcome.is === 'refused') return refuse(outcome.fault, outcome.tone, quiet);
    sessionExpired(def, outcome.fault);
    throw outcome.fault;
  };

  const sendOnce = async (
    { def, parts, options, signal }: Request,
    proof: Proof,
    locale: Locale,
  ): Promise<Outcome> => {
    const left = Date.now();
    const sent = await transport({
      method: def.method,
      url: addressOf(config, def, parts),
      headers: { ...headersFor(def, options), ...proof },
      withCookie: access.sendsCookie,
      body: def.bodyForm === 'form' ? new URLSearchParams(parts.body as Record<string, string>) : parts.body,
      stream: def.replyForm === 'stream',
      signal,
      onUploadProgress: options.onUploadProgress,
      onDownloadProgress: options.onDownloadProgress,
    });
    if (sent.is === 'reply') clock.hear(sent.header('date'), { sent: left, came: Date.now() });
    return readReply(def, sent, locale);
  };

  /** Hides an expired token from the caller: the same request is sent once more with the next token. */
  const sendAllowed = async (request: Request): Promise<Outcome> => {
    const { locale } = store.getState().settings;
    const { def } = request;
    const proof = await access.show(def);
    const withoutProof = (said: Outcome) => (access.lack(def) === 'no-answer' ? silentPortal(locale) : said);
    if (!proof) return withoutProof(expiredSession(locale));
    const outcome = await sendOnce(request, proof, locale);
    if (outcome.is !== 'expired') return outcome;
    const next = (await access.renew(def, proof)) ? await access.show(def) : undefined;
    return next ? sendOnce(request, next, locale) : withoutProof(outcome);
  };

  return async (def, parts, options = {}) => {
    const quiet = options.quiet ?? def.passive === true;
    const outcome = await supersede(def, options.signal, (signal) =>
      sendAllowed({ def, parts, options, signal }),
    );
    return settle(outcome, def, quiet);
  };
}

/** Sends one call, and renews the token if it has expired. */
interface Request {
  readonly def: CallShape;
  readonly parts: CallParts;
  readonly options: CallOptions;
  readonly signal: AbortSignal | undefined;
}

export const makeCall =
  (exchange: Exchange): Call =>
  async (def, input, options) => {
    const { res } = await exchange(def, input, options);
    // The server parsed what it sends, and an older page must accept additions of a newer server: no second
    // check.
    return res as CallReply<typeof def>;
  };
