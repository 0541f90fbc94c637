import { faultMessage, type Locale, type LogRecord, isFaultReason } from '@sitedeck/contract';
import { objectText, operationText } from '@sitedeck/contract/record-texts';
import { operatorText } from '@sitedeck/contract/operator-texts';
import type { LogRow } from './log-queries';

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value in a message: the value itself, or its text in the reader's language. */
function inLanguage(value: unknown, locale: Locale): string {
  const own = isFields(value) ? value[locale] : value;
  return typeof own === 'string' || typeof own === 'number' ? String(own) : '…';
}

/** A redirect stores the reason in its detail. */
const reasonOf = ({ result, detail }: LogRow): unknown => (result === 'refused' ? detail['refused'] : result);

/** The reason of a refusal in the reader's language; `…` replaces a value that was not stored. */
function whyOf(row: LogRow, locale: Locale): string {
  const reason = reasonOf(row);
  if (row.result === 'ok') return '';
  if (!isFaultReason(reason)) return typeof reason === 'string' ? reason : '';
  const kept = isFields(row.detail['fault']) ? row.detail['fault'] : {};
  const values = Object.fromEntries(
    Object.entries(kept).map(([name, value]) => [name, inLanguage(value, locale)]),
  );
  // Earlier releases stored the words of an engine as `reason`.
  const given = { id: row.request_id, ...('reason' in values && { detail: values['reason'] }), ...values };
  return faultMessage(reason, locale, given).replace(/\{\w+\}/g, '…');
}

/** A row as the reply contains it. */
export function logReply(row: LogRow, locale: Locale): LogRecord {
  const { fault: _fault, refused: _refused, redo: _redo, ...detail } = row.detail;
  return {
    id: row.id,
    at: row.at.toISOString(),
    operator: operatorText(row, locale),
    role: row.role,
    address: row.address,
    area: row.area,
    action: row.action,
    what: operationText(row, locale),
    object: objectText({ action: row.action, object: row.object, detail }, locale),
    result: row.result === 'ok' ? 'ok' : 'refused',
    why: whyOf(row, locale),
    requestId: row.request_id,
    detail,
  };
}
