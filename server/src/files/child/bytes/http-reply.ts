import type { ServerResponse } from 'node:http';
import { FAULT_MESSAGES } from '@sitedeck/contract/fault-messages';
import { faultMessage } from '@sitedeck/contract/fault-message';
import type { FaultReason, Locale } from '@sitedeck/contract';
import { isRefusal } from '#faults/refusal';
import { refusalOf } from '#files/link/errno';
import { localeOf } from '#system/text/accept-language';

function sendJson(response: ServerResponse, body: unknown): void {
  const text = Buffer.from(JSON.stringify(body));
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': text.length,
    'cache-control': 'no-store',
  });
  response.end(text);
}

export const sendOk = (response: ServerResponse, res: unknown): void =>
  sendJson(response, { code: '200', res, msg: '' });

export const wordsIn =
  (locale: Locale) =>
  (reason: FaultReason): string =>
    faultMessage(reason, locale);

/** Sends a refusal in the envelope of `/fs`; writes a bug to this process's error output. */
export function sendFault(
  response: ServerResponse,
  error: unknown,
  acceptLanguage: string | undefined,
): void {
  if (response.headersSent) return void response.destroy();
  const named = refusalOf(error);
  const refusal = isRefusal(named) ? named : undefined;
  if (!refusal)
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  const reason = refusal?.reason ?? 'internal';
  const { field, values } = refusal?.detail ?? {};
  const id = response.req.headers['x-request-id'];
  const words = { ...(field !== undefined && { field }), ...(typeof id === 'string' && { id }), ...values };
  sendJson(response, {
    code: FAULT_MESSAGES[reason].code,
    res: { reason, ...(field !== undefined && { field }), ...(!refusal && typeof id === 'string' && { id }) },
    msg: faultMessage(reason, localeOf(acceptLanguage), words),
  });
}
