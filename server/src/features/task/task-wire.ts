import {
  FAULT_MESSAGES,
  faultMessage,
  isOpen,
  type FaultReason,
  type Locale,
  type Task,
} from '@sitedeck/contract';
import type { TaskRow } from '../../state/tables';

const isReason = (reason: unknown): reason is FaultReason =>
  typeof reason === 'string' && Object.hasOwn(FAULT_MESSAGES, reason);

/** A file that was left out, kept as `<path>: <reason>`; what says it otherwise stays as it is. */
function failedInWords(one: unknown, locale: Locale): unknown {
  if (typeof one !== 'string') return one;
  const at = one.lastIndexOf(': ');
  const reason = one.slice(at + 2);
  return at > 0 && isReason(reason) ? { path: one.slice(0, at), reason: faultMessage(reason, locale) } : one;
}

/** What a task says of its end, in the reader's language: a row keeps reasons, and the words they were written with. */
function infoOf(row: TaskRow['info'], locale: Locale): string {
  if (!row) return 'empty';
  const { failed } = row;
  const info = Array.isArray(failed)
    ? { ...row, failed: failed.map((one: unknown) => failedInWords(one, locale)) }
    : row;
  const { reason } = row;
  if (!isReason(reason)) return JSON.stringify(info);
  const words = Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value)]));
  return JSON.stringify({ ...info, message: faultMessage(reason, locale, words) });
}

const postStatusOf = (text: string | null): Task['postStatus'] =>
  text === 'CONFIGURATION' || text === 'CONFIGURATION_STOP' || text === 'CONFIGURATION_SUCCESS' ? text : null;

/** The same question that the workspace lock asks (`task-store`). */
const isPaused = ({ status, lease_until: until }: TaskRow): boolean =>
  isOpen(status) && until !== null && until.getTime() <= Date.now();

/** What only the worker needs to know (`task-store`) is nobody's to read. */
function shownParams({ params }: TaskRow) {
  const { hidden: _, ...shown } = params;
  return shown;
}

/** A task as the specification's entity. */
export function taskWire(row: TaskRow, locale: Locale): Task {
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
    operator: row.operator,
    progress: row.progress,
    paused: isPaused(row),
    steps: row.steps,
  };
}
