import {
  LOCALES,
  ONE_TIME_CODE_MS,
  type Locale,
  type VerifiedAct,
  type LocalizedText,
} from '@sitedeck/contract';
import type { ChannelName, Message } from '#system/messages/channels';

/** What the code authorises, in words. */
const ACTS: Readonly<Record<VerifiedAct, LocalizedText>> = {
  changePassword: { 'zh-CN': '修改密码', 'en-US': 'change the password' },
  restoreBackup: { 'zh-CN': '恢复备份', 'en-US': 'restore a backup' },
  deleteLastBackup: { 'zh-CN': '删除最后一个备份', 'en-US': 'delete the last backup' },
  deploySiteImage: { 'zh-CN': '恢复网站镜像', 'en-US': 'deploy a site image' },
  pushStaging: { 'zh-CN': '推送预发布副本', 'en-US': 'push a staging copy' },
  uninstallApp: { 'zh-CN': '卸载应用', 'en-US': 'uninstall an app' },
  changeDatabasePassword: { 'zh-CN': '修改数据库密码', 'en-US': 'change the database password' },
  emptyDatabase: { 'zh-CN': '重置数据库', 'en-US': 'reset the database' },
};
const ANY_ACT: LocalizedText = { 'zh-CN': '敏感操作', 'en-US': 'confirm a sensitive action' };

const MINUTES = ONE_TIME_CODE_MS / 60_000;

interface Facts {
  readonly code: string;
  readonly hostName: string;
  readonly act: VerifiedAct | undefined;
}

const SUBJECT: LocalizedText = { 'zh-CN': 'SiteDeck 验证码', 'en-US': 'SiteDeck one-time code' };

const TEXT: Readonly<Record<Locale, (facts: { code: string; hostName: string; act: string }) => string>> = {
  'zh-CN': ({ code, hostName, act }) =>
    `验证码 ${code}，用于网站 ${hostName} 的${act}，${MINUTES} 分钟内有效，只能使用一次。请勿告诉他人。如非本人操作，请忽略并尽快修改密码。`,
  'en-US': ({ code, hostName, act }) =>
    `${code} is your code to ${act} for the site ${hostName}. It is valid once, for ${MINUTES} minutes. Do not share it. If this was not you, ignore it and change your password soon.`,
};

const textIn = (locale: Locale, { act, ...facts }: Facts): string =>
  TEXT[locale]({ ...facts, act: (act ? ACTS[act] : ANY_ACT)[locale] });

/** A mail contains both languages, the reader's first; a text message has room for only one. */
export function codeMessage(channel: ChannelName, facts: Facts, locale: Locale): Message {
  const others = channel === 'email' ? LOCALES.filter((other) => other !== locale) : [];
  const text = [locale, ...others].map((one) => textIn(one, facts)).join('\n\n');
  return { subject: `${SUBJECT[locale]} · ${facts.hostName}`, text };
}

export const SENT: LocalizedText = { 'zh-CN': '发送成功', 'en-US': 'Sent' };
