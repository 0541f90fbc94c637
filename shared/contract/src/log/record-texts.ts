import { actionText } from './action-texts';
import { BACKUP_KIND_TEXTS, factName, factValue, SCHEDULE_TEXTS } from './fact-texts';
import type { Locale } from '../faults/fault';
import type { LogRecord } from './log';
import { logChanges, logFacts, type LogChange } from './facts';
import { isHiddenSetting, isSetting } from '../hostenv/setting-texts';
import { TASK_NAMES } from '../task/name';

type LogEntry = Pick<LogRecord, 'action' | 'object' | 'detail'>;

/** A longer value is shown in the details alone, characters. */
const SHORT = 40;

const COLON: Readonly<Record<Locale, string>> = { 'zh-CN': '：', 'en-US': ': ' };
const COMMA: Readonly<Record<Locale, string>> = { 'zh-CN': '、', 'en-US': ', ' };
const TASK: Readonly<Record<Locale, string>> = { 'zh-CN': '任务', 'en-US': 'Task' };
const CONNECTION: Readonly<Record<Locale, string>> = { 'zh-CN': '连接', 'en-US': 'Connection' };
const BACKUP: Readonly<Record<Locale, string>> = { 'zh-CN': '备份', 'en-US': 'Backup' };
const IMAGE: Readonly<Record<Locale, string>> = { 'zh-CN': '网站镜像', 'en-US': 'Site image' };

/** Undos that undo an undo. */
const REDOS: Readonly<Record<string, Readonly<Record<Locale, string>>>> = {
  undoRestore: { 'zh-CN': '重做恢复', 'en-US': 'Redo restore' },
  undoDeploy: { 'zh-CN': '重做恢复网站镜像', 'en-US': 'Redo deployment of site image' },
  undoStagingPush: { 'zh-CN': '重做推送预发布副本', 'en-US': 'Redo push of staging copy' },
};

/** Objects that are stored as a code, by the name of the call. */
const CODES: Readonly<Record<string, Readonly<Record<string, Readonly<Record<Locale, string>>>>>> = {
  createBackup: BACKUP_KIND_TEXTS,
  saveBackupPlan: SCHEDULE_TEXTS,
  openAdminTool: { adminer: { 'zh-CN': 'Adminer', 'en-US': 'Adminer' } },
};

/** Calls whose object is a bare number. */
const NUMBERED: Readonly<Record<string, Readonly<Record<Locale, string>>>> = {
  undoDatabase: TASK,
  // Only a refused one: others log the safety copy or the image.
  undoRestore: TASK,
  undoDeploy: TASK,
  killProcess: CONNECTION,
};

/** The path under which a site image is stored in rows. */
export const imageObject = (image: number): string => `/images/${image}.tar.zst`;

/** The path under which a backup is stored in rows. */
export const backupObject = (point: number): string => `/backups/${point}.tar.zst`;

/** Objects that are stored under a path with their number. */
const STORED = [
  { path: /^\/backups\/(\d+)\.tar\.zst$/, words: BACKUP, objectOf: backupObject },
  { path: /^\/images\/(\d+)\.tar\.zst$/, words: IMAGE, objectOf: imageObject },
] as const;

const linesOf = (name: string, value: unknown, locale: Locale): readonly string[] =>
  factValue(name, value, locale)?.split('\n') ?? [];

/** What is new in a setting: its value, or of a list the entries that were added, else those removed. */
function essenceOf({ name, before, after }: LogChange, locale: Locale): string {
  const [old, now] = [linesOf(name, before, locale), linesOf(name, after, locale)];
  const added = now.filter((line) => !old.includes(line));
  const removed = old.filter((line) => !now.includes(line));
  return (added.length > 0 ? added : removed).join(COMMA[locale]);
}

/** `PHP 短标签：开` for one changed setting, the names alone for several. */
function settingsIn(action: string, changes: readonly LogChange[], locale: Locale): string {
  const names = changes.map(({ name }) => factName(name, locale));
  const [only] = changes;
  const essence = only && changes.length === 1 ? essenceOf(only, locale) : '';
  if (essence === '' || essence.length > SHORT) return names.join(COMMA[locale]);
  const [name = ''] = names;
  return actionText(action, locale).includes(name) ? essence : name + COLON[locale] + essence;
}

/** What was done, in words: an undo that undoes an undo has its own. */
export const operationText = (
  { action, detail }: Pick<LogRecord, 'action' | 'detail'>,
  locale: Locale,
): string =>
  (detail['redo'] === true && Object.hasOwn(REDOS, action) ? REDOS[action]?.[locale] : undefined) ??
  actionText(action, locale);

/** What an operation was about, in words. A task (`WEB_BACKUP 3`) keeps its form: a page names it like the task center. */
export function objectText({ action, object, detail }: LogEntry, locale: Locale): string {
  const changes = logChanges({ detail }).filter(({ name }) => !isHiddenSetting(name));
  const isAboutSettings = changes.length > 0 && changes.every(({ name }) => isSetting(name));
  if (isAboutSettings) return settingsIn(action, changes, locale);
  const code = Object.hasOwn(CODES, action) ? CODES[action]?.[object]?.[locale] : undefined;
  if (code !== undefined) return code;
  if (Object.hasOwn(NUMBERED, action) && /^\d+$/.test(object))
    return `${NUMBERED[action]?.[locale] ?? action} #${object}`;
  for (const { path, words } of STORED) {
    const [, number] = path.exec(object) ?? [];
    if (number !== undefined) return `${words[locale]} #${number}`;
  }
  return object;
}

/** How rows store an object that a reader names by a number, such as 备份 #3. */
export interface NumberedObject {
  readonly object: string;
  /** Calls that store the bare number; without it, any call. */
  readonly actions?: readonly string[];
}

const isNamed = (words: Readonly<Record<Locale, string>>, name: string): boolean =>
  Object.values(words).some((word) => word.toLowerCase().includes(name));

/** Objects that a reader means by a number, with or without what precedes it: 备份 #3, Task #11, #11. */
export function numberedObjectsIn(text: string): readonly NumberedObject[] {
  const [, name = '', number] = /^(.*?)\s*#(\d+)$/.exec(text.trim().toLowerCase()) ?? [];
  if (number === undefined) return [];
  const actions = Object.keys(NUMBERED).filter((action) => isNamed(NUMBERED[action] ?? TASK, name));
  return [
    ...STORED.filter(({ words }) => isNamed(words, name)).map(({ objectOf }) => ({
      object: objectOf(Number(number)),
    })),
    ...(actions.length > 0 ? [{ object: number, actions }] : []),
    // Only a page knows the names of tasks; a task's number is unique among them.
    ...TASK_NAMES.map((name) => ({ object: `${name} ${number}` })),
  ];
}

/** The details of an operation on one line, for a table of text. */
export function detailText({ detail }: Pick<LogEntry, 'detail'>, locale: Locale): string {
  const shown = (name: string, value: unknown): string => {
    if (value === undefined || value === null || value === '') return '—';
    return (
      factValue(name, value, locale) ?? (typeof value === 'number' ? String(value) : JSON.stringify(value))
    );
  };
  const changes = logChanges({ detail })
    .filter(({ name }) => !isHiddenSetting(name))
    .map(({ name, before, after }) => [name, `${shown(name, before)} → ${shown(name, after)}`] as const);
  const facts = logFacts({ detail }).map(({ name, value }) => [name, shown(name, value)] as const);
  return [...changes, ...facts]
    .map(([name, value]) => factName(name, locale) + COLON[locale] + value)
    .join(locale === 'zh-CN' ? '；' : '; ');
}
