import {
  isSessionEnding,
  PAGE_FAULTS,
  SESSION_EXPIRED_STATUS,
  type AnyEnvelope,
  type CallShape,
  type Fault,
  type FaultDetail,
  type Locale,
} from '@sitedeck/contract';
import type { FaultTone } from '../kernel/kernel-events';
import { clientFault } from './client-faults';
import type { AnyHttpReply, HttpReply, SendResult } from './call-shape';

export type Outcome =
  | { readonly is: 'reply'; readonly reply: AnyHttpReply }
  | { readonly is: 'refused'; readonly fault: Fault; readonly tone: FaultTone }
  | EndedSession;

/** Its reason says what ended the session. */
interface EndedSession {
  readonly is: 'expired';
  readonly fault: Fault;
}

/** Replies whose envelope is not checked; nor is that of streams. */
const RAW_PATH = '/api/domain/checkTransferInDomains';
const LOGIN_PATH = '/api/login';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Success is HTTP 200 with code 200, or a `status` flag; a login refused with 403 is a reply too. */
function isSuccess({ path }: CallShape, body: AnyEnvelope): boolean {
  const code = String(body.code);
  return code === '200' || 'status' in body || (path === LOGIN_PATH && code === '403');
}

/**
 * A refusal in place of a stream is JSON without `Content-Disposition: attachment`; a downloaded `.json` file
 * has it.
 */
async function refusalInStream({ body, header }: HttpReply): Promise<unknown> {
  const isJson = header('content-type')?.includes('json') ?? false;
  if (!isJson || header('content-disposition') !== undefined || !(body instanceof Blob)) return undefined;
  return JSON.parse(await body.text()) as unknown;
}

/** Turns every reply into success or a fault. */
export async function readReply(def: CallShape, sent: SendResult, locale: Locale): Promise<Outcome> {
  if (sent.is === 'lost') return { is: 'refused', fault: clientFault(sent.reason, locale), tone: 'warning' };
  const { status, header } = sent;
  const replied = (res: unknown): Outcome => ({ is: 'reply', reply: { status, header, res } });
  if (status === 304) return replied(undefined);
  const body = def.replyForm === 'stream' ? await refusalInStream(sent) : sent.body;
  if (status === SESSION_EXPIRED_STATUS) return ended(body, locale);
  if (status !== 200 && status !== 206)
    return { is: 'refused', fault: transportFault(def, { ...sent, body }, locale), tone: 'warning' };
  if (def.replyForm === 'stream' && body === undefined) return replied(sent.body);
  if (def.path === RAW_PATH) return replied(body);
  if (!isObject(body)) return { is: 'refused', fault: clientFault('bad-reply', locale), tone: 'warning' };
  if (isSuccess(def, body)) return replied(body['res']);
  return { is: 'refused', fault: bodyFault(body, locale), tone: 'error' };
}

/** The refusal in an envelope; any other body has none. */
function readRefusal(body: unknown): { readonly message: string; readonly detail: Partial<FaultDetail> } {
  const { msg, res } = isObject(body) ? body : {};
  return { message: typeof msg === 'string' ? msg : '', detail: isObject(res) ? res : {} };
}

function withDetail(base: Fault, { reason, field, id, retryAfter, ways }: Partial<FaultDetail>): Fault {
  return {
    ...base,
    ...(reason === undefined ? {} : { reason }),
    ...(field === undefined ? {} : { field }),
    ...(id === undefined ? {} : { id }),
    ...(retryAfter === undefined ? {} : { retryAfter }),
    ...(ways === undefined ? {} : { ways }),
  };
}

function bodyFault(body: AnyEnvelope, locale: Locale): Fault {
  const { message, detail } = readRefusal(body);
  const words = message || clientFault('bad-reply', locale).message;
  return withDetail({ code: String(body.code ?? 0), reason: 'refused', message: words }, detail);
}

function transportFault(
  { path }: CallShape,
  reply: Pick<HttpReply, 'status' | 'statusText' | 'body'>,
  locale: Locale,
): Fault {
  const { status, statusText, body } = reply;
  const { message, detail } = readRefusal(body);
  const fluctuates = status === 502 && path.startsWith('/fs/');
  const words = message || statusText || `HTTP ${status}`;
  return withDetail(
    {
      code: String(status),
      reason: 'transport',
      message: fluctuates ? PAGE_FAULTS['engine-down'][locale] : words,
    },
    detail,
  );
}

const without =
  (reason: 'session-expired' | 'portal-silent') =>
  (locale: Locale): EndedSession => ({
    is: 'expired',
    fault: { code: String(SESSION_EXPIRED_STATUS), reason, message: PAGE_FAULTS[reason][locale] },
  });

/** The user is signed out. */
export const expiredSession = without('session-expired');

/** The session is over; the server may say what ended it. */
function ended(body: unknown, locale: Locale): Outcome {
  const { message, detail } = readRefusal(body);
  const outcome = expiredSession(locale);
  if (!isSessionEnding(detail.reason) || message === '') return outcome;
  return { is: 'expired', fault: { ...outcome.fault, reason: detail.reason, message } };
}

/** Unknown whether the user is signed in: the portal did not say. */
export const silentPortal = without('portal-silent');
