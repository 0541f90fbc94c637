import type { FaultReason, FaultValue } from '@sitedeck/contract';
import { isRefusal } from '#faults/refusal';
import type { Gap } from './gaps';

/** What a successful task did not do. The message is made in the reader's language. */
export interface Warning {
  readonly reason: FaultReason;
  readonly values: Readonly<Record<string, FaultValue>>;
}

const WHAT: Readonly<Record<Gap['is'], FaultValue>> = {
  view: { 'zh-CN': '视图', 'en-US': 'the view' },
  table: { 'zh-CN': '数据表', 'en-US': 'the table' },
  routine: { 'zh-CN': '存储程序', 'en-US': 'the routine' },
  history: { 'zh-CN': '数据表的历史行，表名', 'en-US': 'the past rows of the table' },
};

/** Number of objects that a task names. */
const NAMED_MAX = 50;

const named = (reason: FaultReason, gaps: readonly Gap[]): readonly Warning[] =>
  gaps.slice(0, NAMED_MAX).map(({ is, name, why }) => ({ reason, values: { what: WHAT[is], name, why } }));

/** Warnings of an export or a backup. */
export const leftOutOfDump = (gaps: readonly Gap[]): readonly Warning[] => named('dump-left-out', gaps);

/** Warnings about the copy that would undo the task. */
export const safetyCopyGaps = (gaps: readonly Gap[]): readonly Warning[] => named('safety-left-out', gaps);

/** Views, routines, triggers and events of a dump that depend on missing objects. */
export const notCreated = (names: readonly string[]): readonly Warning[] =>
  names.length === 0
    ? []
    : [{ reason: 'dump-not-made', values: { names: names.slice(0, NAMED_MAX).join(', ') } }];

const UNREADABLE: ReadonlySet<string> = new Set(['dump-failed', 'dump-stalled']);

/** The warning instead of a copy, if the database itself prevents a dump; throws any other error. */
export function noSafetyCopy(error: unknown): Warning {
  if (!isRefusal(error) || !UNREADABLE.has(error.reason)) throw error;
  const { why, minutes } = error.detail.values ?? {};
  const count = typeof minutes === 'number' ? minutes : '…';
  const stalled = {
    'zh-CN': `${count} 分钟内没有数据`,
    'en-US': `no data for ${count} minutes`,
  };
  return { reason: 'safety-missing', values: { why: why ?? stalled } };
}

/** Whether a dump failed because of the database's content, not for lack of space or because it was cancelled. */
export const isUnreadable = (error: unknown): boolean => isRefusal(error) && UNREADABLE.has(error.reason);
