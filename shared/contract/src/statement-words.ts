import type { Locale } from './fault';

type Words = Readonly<Record<Locale, string>>;

/** Why a statement of a dump is refused, keyed by its type. */
export const STATEMENT_WORDS = {
  'other-database': { 'zh-CN': '涉及其他数据库', 'en-US': 'it reaches into another database' },
  rights: { 'zh-CN': '涉及用户或权限', 'en-US': 'it is about users or rights' },
  'server-files': { 'zh-CN': '读写服务器文件', 'en-US': "it reads or writes the server's files" },
  'server-settings': { 'zh-CN': '更改服务器设置', 'en-US': 'it changes settings of the server' },
  'client-command': { 'zh-CN': '客户端命令', 'en-US': 'it is a command of a client program' },
  'server-control': { 'zh-CN': '控制数据库服务', 'en-US': 'it controls the server' },
  dynamic: { 'zh-CN': '动态执行语句', 'en-US': 'it runs a statement made of text' },
  foreign: { 'zh-CN': '不属于数据库备份的语句', 'en-US': 'it is nothing that a dump holds' },
  ambiguous: {
    'zh-CN': '名称中的反斜杠在此编码下有两种读法',
    'en-US': 'a backslash in a name can be read in two ways in its encoding',
  },
  transaction: { 'zh-CN': '分布式事务', 'en-US': 'it is about distributed transactions' },
} as const satisfies Readonly<Record<string, Words>>;
export type StatementRefusal = keyof typeof STATEMENT_WORDS;
