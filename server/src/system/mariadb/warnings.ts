import type { FaultReason, FaultValue } from '@sitedeck/contract';
import { isRefusal } from '../refusal';
import type { Gap } from './dump-gaps';

/** What a task did not do although it went well. Its words are made in the language of whoever reads them. */
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

/** Tasks show so many by name. */
const NAMED_MAX = 50;

const named = (reason: FaultReason, gaps: readonly Gap[]): readonly Warning[] =>
  gaps.slice(0, NAMED_MAX).map(({ is, name, why }) => ({ reason, values: { what: WHAT[is], name, why } }));

/** Of an export or a backup. */
export const leftOut = (gaps: readonly Gap[]): readonly Warning[] => named('dump-left-out', gaps);

/** Of the copy that would undo what the task did. */
export const safetyLacks = (gaps: readonly Gap[]): readonly Warning[] => named('safety-left-out', gaps);

/** Views, routines, triggers and events of a dump that need what is not there. */
export const notMade = (names: readonly string[]): readonly Warning[] =>
  names.length === 0
    ? []
    : [{ reason: 'dump-not-made', values: { names: names.slice(0, NAMED_MAX).join(', ') } }];

const UNREADABLE: ReadonlySet<string> = new Set(['dump-failed', 'dump-stalled']);

/** The warning in the place of a copy where the database itself keeps a dump from being taken; else throws the error. */
export function withoutSafety(error: unknown): Warning {
  if (!isRefusal(error) || !UNREADABLE.has(error.reason)) throw error;
  const { why, minutes } = error.detail.values ?? {};
  const count = typeof minutes === 'number' ? minutes : '…';
  const stalled = {
    'zh-CN': `${count} 分钟内没有数据`,
    'en-US': `no data for ${count} minutes`,
  };
  return { reason: 'safety-missing', values: { why: why ?? stalled } };
}

/** A dump failed for what is in the database, not for want of room or because somebody stopped it. */
export const isUnreadable = (error: unknown): boolean => isRefusal(error) && UNREADABLE.has(error.reason);
