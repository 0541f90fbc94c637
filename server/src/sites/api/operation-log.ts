import type { LogArea } from '@sitedeck/contract';
import type { Db } from '#state/db';
import { storedJson } from '#state/stored-json';

/** One operation that a user did or tried. Rows are never changed or deleted. */
export interface Operation {
  readonly hostCode: string | null;
  readonly accountCode: string | null;
  /** FTP account, user of the portal or provider key; empty if unknown. */
  readonly operator: string;
  readonly role: string;
  readonly address: string;
  readonly area: LogArea;
  readonly action: string;
  readonly object: string;
  /** `ok`, or the reason of the fault. */
  readonly result: string;
  /**
   * `before` and `after` if something was replaced. Values of fields that are named like a secret are
   * removed.
   */
  readonly detail: Readonly<Record<string, unknown>>;
  readonly requestId: string;
}

/** Names of fields whose values never belong in a log. */
const SECRET =
  /pass(word|wd|phrase)|secret|token|cookie|authorization|verify|captcha|private.?key|one.?time/i;

const HIDDEN = '••••••';

function cleaned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, SECRET.test(name) ? HIDDEN : cleaned(inner)]),
  );
}

/** Removes the values of fields that are named like a secret, at any depth. */
const withoutSecrets = (detail: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  cleaned(detail) as Readonly<Record<string, unknown>>;

export type RecordOperation = (operation: Operation) => Promise<void>;

/** Objects are cut to this length, characters. */
const OBJECT_MAX = 1000;

/** PostgreSQL can't store NUL in a text. */
const storable = (text: string) => text.replaceAll('\0', '\uFFFD').slice(0, OBJECT_MAX);

export function makeOperationLog(db: Db): RecordOperation {
  return async (operation) => {
    await db
      .insertInto('operation_log')
      .values({
        host_code: operation.hostCode,
        account_code: operation.accountCode,
        operator: storable(operation.operator),
        role: operation.role,
        address: operation.address,
        area: operation.area,
        action: operation.action,
        object: storable(operation.object),
        result: operation.result,
        detail: storedJson(withoutSecrets(operation.detail)),
        request_id: operation.requestId,
      })
      .execute();
  };
}
