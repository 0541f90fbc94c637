import type { LocalizedText } from '../faults/entry';

/** Why a statement of a dump is refused, keyed by its type. */
export const STATEMENT_TEXTS = {
  'other-database': { 'zh-CN': '涉及其他数据库', 'en-US': 'it accesses another database' },
  rights: { 'zh-CN': '涉及用户或权限', 'en-US': 'it manages users or privileges' },
  'server-files': { 'zh-CN': '读写服务器文件', 'en-US': "it reads or writes the server's files" },
  'server-settings': { 'zh-CN': '更改服务器设置', 'en-US': 'it changes server settings' },
  'client-command': { 'zh-CN': '是客户端命令，不是 SQL', 'en-US': 'it is a client command, not SQL' },
  'server-control': { 'zh-CN': '控制数据库服务', 'en-US': 'it controls the server' },
  dynamic: { 'zh-CN': '动态执行语句', 'en-US': 'it executes dynamic SQL' },
  foreign: { 'zh-CN': '不属于数据库备份的语句', 'en-US': 'it does not belong in a dump' },
  ambiguous: {
    'zh-CN': '名称中的反斜杠在此编码下有两种读法',
    'en-US': 'a backslash in a name is ambiguous in its encoding',
  },
  transaction: { 'zh-CN': '涉及分布式事务', 'en-US': 'it uses distributed transactions' },
} as const satisfies Readonly<Record<string, LocalizedText>>;
export type StatementRefusal = keyof typeof STATEMENT_TEXTS;
