import { FAULT_MESSAGES, faultMessage, SESSION_EXPIRED_STATUS } from '@sitedeck/contract';
import type { Envelope, FaultDetail, FaultReason, Locale } from '@sitedeck/contract';
import { codeOf } from '#faults/error-code';
import { isRefusal, type RefusalDetail, type RefusalValue } from '#faults/refusal';

/** A failure as the reply reports it. Only this file turns faults into replies. */
export interface FaultReply {
  readonly status: number;
  readonly reason: FaultReason;
  readonly envelope: Envelope<FaultDetail>;
  /** Values that fill the fault's message. */
  readonly values: Readonly<Record<string, RefusalValue>>;
  readonly retryAfter: number | undefined;
  /** The failure is unexpected: the reply only names an id, under which the log has the error itself. */
  readonly isBug: boolean;
}

/** Translates errors that Fastify throws before a call is reached. */
function refusalOfFastify(error: unknown): { reason: FaultReason; detail: RefusalDetail } | undefined {
  if (!(error instanceof Error) || !('statusCode' in error) || typeof error.statusCode !== 'number')
    return undefined;
  if (error.statusCode === 413) return { reason: 'request-too-large', detail: {} };
  if (error.statusCode >= 500) return undefined;
  return { reason: 'bad-input', detail: { field: 'body' } };
}

/** PostgreSQL's `disk_full` and the file system's codes. In each case nothing of the change was stored. */
const DISK_FULL: ReadonlySet<string | undefined> = new Set(['53100', 'ENOSPC', 'EDQUOT']);

const refusalOfDisk = (error: unknown): { reason: FaultReason; detail: RefusalDetail } | undefined =>
  DISK_FULL.has(codeOf(error)) ? { reason: 'disk-full', detail: {} } : undefined;

/** Statuses of the console that are not 200. Other faults get 200: the envelope's code names them. */
const CONSOLE_STATUS: Partial<Record<string, number>> = {
  '996': SESSION_EXPIRED_STATUS,
  '429': 429,
  '502': 502,
};

export type ReplyStyle = 'console' | 'provider';

const statusOf = (code: string, style: ReplyStyle): number =>
  style === 'provider' ? Number(code) : (CONSOLE_STATUS[code] ?? 200);

export interface WireContext {
  readonly style: ReplyStyle;
  readonly locale: Locale;
  readonly requestId: string;
}

const inLanguage = (values: Readonly<Record<string, RefusalValue>>, locale: Locale) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'object' ? value[locale] : value]),
  );

const waysOf = ({ ways }: RefusalDetail) => (ways ? { ways: [...ways] } : {});

export function faultReply(error: unknown, { style, locale, requestId }: WireContext): FaultReply {
  const known = isRefusal(error) ? error : (refusalOfFastify(error) ?? refusalOfDisk(error));
  const reason = known?.reason ?? 'internal';
  const detail: RefusalDetail = known?.detail ?? {};
  const { field, retryAfter, values = {} } = detail;
  const { code } = FAULT_MESSAGES[reason];
  const id = code === '500' ? requestId : undefined;
  const words = { ...(field && { field }), ...(id && { id }), ...inLanguage(values, locale) };
  return {
    status: statusOf(code, style),
    reason,
    retryAfter,
    isBug: known === undefined,
    values: { ...(field && { field }), ...values },
    envelope: {
      code,
      msg: faultMessage(reason, locale, words),
      res: {
        reason,
        ...(field && { field }),
        ...(id && { id }),
        ...(retryAfter !== undefined && { retryAfter }),
        ...waysOf(detail),
      },
    },
  };
}
