import { faultMessage, isOpen, progressOf, type Locale, type Task, isFaultReason } from '@sitedeck/contract';
import { connectionText, reasonText } from '@sitedeck/contract/connection-text';
import { operatorText } from '@sitedeck/contract/operator-texts';
import type { TaskRow } from '#state/tables';

/** A skipped file, stored as `<path>: <reason>` or with its fields; any other text stays as it is. */
function failedInWords(one: unknown, locale: Locale): unknown {
  if (typeof one !== 'string') return entryInWords(one, locale);
  const at = one.lastIndexOf(': ');
  const reason = one.slice(at + 2);
  return at > 0 && isFaultReason(reason)
    ? { path: one.slice(0, at), reason: faultMessage(reason, locale) }
    : one;
}

/** An entry with its reason: left out by a check, or failed in a move. */
function entryInWords(one: unknown, locale: Locale): unknown {
  if (!isFields(one) || typeof one['reason'] !== 'string') return one;
  return { ...one, reason: reasonText(one['reason'], locale) };
}

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Values that hold what another server, or the connection to it, has reported. */
const FROM_OUTSIDE: ReadonlySet<string> = new Set(['why', 'reply']);

/** Values for a message, each in the reader's language. */
function valuesOf(fields: Readonly<Record<string, unknown>>, locale: Locale): Record<string, string> {
  const values = Object.entries(fields).map(([name, value]) => {
    const said = isFields(value) ? value[locale] : value;
    const text = typeof said === 'string' || typeof said === 'number' ? String(said) : '…';
    return [name, FROM_OUTSIDE.has(name) ? connectionText(text, locale) : text] as const;
  });
  return Object.fromEntries(values);
}

/** What a successful task skipped, one sentence each. */
function warningsOf({ warnings }: Readonly<Record<string, unknown>>, locale: Locale): readonly string[] {
  if (!Array.isArray(warnings)) return [];
  return warnings.flatMap((warning: unknown) => {
    if (!isFields(warning) || !isFaultReason(warning['reason'])) return [];
    const values = isFields(warning['values']) ? warning['values'] : {};
    return [faultMessage(warning['reason'], locale, valuesOf(values, locale))];
  });
}

/** A row stores reasons and values; the message is made in the reader's language. */
function infoOf(info: TaskRow['info'], locale: Locale): string {
  if (!info) return 'empty';
  const { reason, failed, refused } = info;
  const warnings = warningsOf(info, locale);
  const shown = {
    ...valuesInLanguage(info, locale),
    ...(Array.isArray(failed) && { failed: failed.map((one: unknown) => failedInWords(one, locale)) }),
    ...(Array.isArray(refused) && { refused: refused.map((one: unknown) => entryInWords(one, locale)) }),
    ...(warnings.length > 0 && { warnings }),
  };
  if (!isFaultReason(reason)) return JSON.stringify(shown);
  return JSON.stringify({ ...shown, message: faultMessage(reason, locale, valuesOf(info, locale)) });
}

/** A value with a text per language is shown in the reader's language. */
const valuesInLanguage = (info: Readonly<Record<string, unknown>>, locale: Locale) =>
  Object.fromEntries(
    Object.entries(info).map(([name, value]) => [
      name,
      isFields(value) && typeof value[locale] === 'string' ? value[locale] : value,
    ]),
  );

const postStatusOf = (text: string | null): Task['postStatus'] =>
  text === 'CONFIGURATION' || text === 'CONFIGURATION_STOP' || text === 'CONFIGURATION_SUCCESS' ? text : null;

/** The same condition as that of the workspace lock (`task-store`). */
const isPaused = ({ status, lease_until: until }: TaskRow): boolean =>
  isOpen(status) && until !== null && until.getTime() <= Date.now();

/** Leaves out what only the worker may read (`task-store`). */
function shownParams({ params }: TaskRow) {
  const { hidden: _, ...shown } = params;
  return shown;
}

/** The reply's form of a task row. */
export function taskReply(row: TaskRow, locale: Locale): Task {
  return {
    id: row.id,
    taskType: row.type,
    taskStatus: row.status,
    createTime: row.created_at.toISOString(),
    startTime: row.started_at?.toISOString() ?? null,
    endTime: row.ended_at?.toISOString() ?? null,
    notifyStatus: row.notify_status,
    preTaskCode: row.pre_task_code,
    taskParam: JSON.stringify(shownParams(row)),
    taskInfo: infoOf(row.info, locale),
    postStatus: postStatusOf(row.post_status),
    operator: operatorText({ operator: row.operator, role: '' }, locale),
    progress: progressOf(row.type, row.status, row.progress),
    paused: isPaused(row),
    steps: row.steps,
  };
}
