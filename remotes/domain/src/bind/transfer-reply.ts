import { type Fault, type TransferState } from '@sitedeck/contract';
import { toFault } from '@sitedeck/sdk';

export type TransferReply =
  | { readonly is: 'rows'; readonly rows: readonly TransferState[] }
  | { readonly is: 'refused'; readonly fault: Fault };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

function isRow(value: unknown): value is TransferState {
  if (!isObject(value) || !isObject(value['record'])) return false;
  const { name, expected } = value['record'];
  return (
    typeof value['domain'] === 'string' &&
    typeof value['isBoundElsewhere'] === 'boolean' &&
    typeof value['isProven'] === 'boolean' &&
    typeof name === 'string' &&
    Array.isArray(expected)
  );
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** A code is a string or a number. */
const codeOf = ({ code }: Record<string, unknown>): string =>
  typeof code === 'number' ? String(code) : (textOf(code) ?? '0');

/**
 * Parses the reply of `checkTransferInDomains`. The SDK passes it through unchanged, so replies and refusals arrive in
 * their envelope.
 */
export function readTransferReply(reply: unknown): TransferReply {
  const body = isObject(reply) ? reply : {};
  const res = 'code' in body ? body['res'] : body;
  const isRefused = 'code' in body && codeOf(body) !== '200';
  const rows = isObject(res) ? res['domains'] : undefined;
  if (!isRefused && Array.isArray(rows) && rows.every(isRow)) return { is: 'rows', rows };
  const detail = isObject(res) ? res : {};
  const id = textOf(detail['id']);
  return {
    is: 'refused',
    fault: {
      ...toFault(new Error(textOf(body['msg']) ?? '')),
      code: codeOf(body),
      reason: textOf(detail['reason']) ?? 'refused',
      ...(id !== undefined && { id }),
    },
  };
}
