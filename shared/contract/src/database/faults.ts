/** Faults of a host's database, in both languages. */
export const DATABASE_FAULTS = {
  'database-engine-missing': {
    code: '400',
    'zh-CN': '服务器未安装 MariaDB，数据库功能不可用，请联系服务商',
    'en-US': 'MariaDB is not installed on the server, so there are no databases. Contact your provider',
  },
  'database-down': {
    code: '502',
    'zh-CN': '数据库服务暂时没有响应，请稍后重试；数据未受影响',
    'en-US': 'The database server is not responding. Try again in a moment; your data is safe',
  },
  'database-none': {
    code: '400',
    'zh-CN': '该套餐不含数据库',
    'en-US': "This plan doesn't include a database",
  },
  'database-not-ready': {
    code: '409',
    'zh-CN': '数据库正在创建，请稍后重试',
    'en-US': 'The database is being created. Try again in a moment',
  },
  'database-over-quota': {
    code: '413',
    'zh-CN': '数据库空间不足：需要 {needed}，配额 {quota}。现有数据未受影响',
    'en-US': 'Not enough database space: {needed} needed, quota {quota}. Existing data is safe',
  },
  'database-password-refused': {
    code: '400',
    'zh-CN': '数据库密码应为 {min} 到 {max} 个字符，可含英文字母、数字、符号和空格，首尾不能是空格',
    'en-US': 'Use {min} to {max} characters: letters, digits, symbols and spaces, except at the start or end',
  },
  'password-by-hand': {
    code: '400',
    'zh-CN': '无法安全地自动替换此文件中的密码，请手动修改，并按文件格式转义',
    'en-US':
      'The password in this file could not be replaced safely. Edit the file and escape the password for its format',
  },
  'database-refused': {
    code: '400',
    'zh-CN': '数据库拒绝了此操作：{why}',
    'en-US': 'The database rejected this operation: {why}',
  },
  'database-no-remote': {
    code: '400',
    'zh-CN': '服务器未开放数据库的远程访问，请联系服务商',
    'en-US': "This server doesn't allow remote database access. Contact your provider",
  },
  'process-gone': {
    code: '404',
    'zh-CN': '该连接已结束',
    'en-US': 'This connection has already ended',
  },
  'table-gone': {
    code: '404',
    'zh-CN': '数据表「{table}」不存在',
    'en-US': 'Table "{table}" does not exist',
  },
  'dump-format': {
    code: '400',
    'zh-CN': '无法识别此文件，请使用 .sql、.sql.gz、.sql.zst 或 .zip',
    'en-US': 'Unsupported file format. Use .sql, .sql.gz, .sql.zst or .zip',
  },
  'dump-zip': {
    code: '400',
    'zh-CN': '压缩包中应当只有一个 .sql 文件，此压缩包中有 {count} 个',
    'en-US': 'A .zip must contain exactly one .sql file; this one contains {count}',
  },
  'dump-cut': {
    code: '400',
    'zh-CN': '文件不完整或已损坏，数据库未受影响：{why}',
    'en-US': 'The file is incomplete or damaged; the database is unchanged: {why}',
  },
  'dump-empty': {
    code: '400',
    'zh-CN': '文件中没有可以导入的语句',
    'en-US': 'The file contains no statements to import',
  },
  'dump-charset': {
    code: '400',
    'zh-CN': '文件不是 {charset} 编码（第 {line} 行），请选择正确的编码后重试',
    'en-US': 'The file is not {charset} (line {line}). Choose the right encoding and try again',
  },
  'dump-utf16': {
    code: '400',
    'zh-CN': '文件是 UTF-16 编码，请另存为 UTF-8 后重试',
    'en-US': 'The file is UTF-16. Save it as UTF-8 and try again',
  },
  'dump-statement-refused': {
    code: '400',
    'zh-CN': '第 {line} 行的语句不能执行：{why}。数据库未受影响',
    'en-US': 'The statement on line {line} is not allowed: {why}. The database is unchanged',
  },
  'dump-statement-too-long': {
    code: '413',
    'zh-CN': '第 {line} 行的语句超过 {limit}，无法导入。数据库未受影响',
    'en-US': 'The statement on line {line} is longer than {limit}. The database is unchanged',
  },
  'dump-statement-failed': {
    code: '400',
    'zh-CN': '第 {line} 行的语句执行失败，数据库未受影响：{why}',
    'en-US': 'The statement on line {line} failed; the database is unchanged: {why}',
  },
  'dump-failed': {
    code: '500',
    'zh-CN': '导出数据库失败：{why}',
    'en-US': 'Database export failed: {why}',
  },
  'dump-stalled': {
    code: '502',
    'zh-CN': '数据库已 {minutes} 分钟没有返回数据，导出已停止，未保留文件。可能有数据表被锁定，请稍后重试',
    'en-US':
      'The database sent no data for {minutes} minutes, so the export was stopped and its file removed. A table may be locked. Try again later',
  },
  'dump-left-out': {
    code: '400',
    'zh-CN': '{what}「{name}」无法读取，未包含在内：{why}',
    'en-US': 'Not included because it can\'t be read: {what} "{name}" ({why})',
  },
  'dump-not-made': {
    code: '400',
    'zh-CN': '以下对象依赖的内容不存在，或数据库无法识别其定义，未能创建：{names}',
    'en-US':
      'Not created because something they need is missing, or the database does not understand their definition: {names}',
  },
  'safety-left-out': {
    code: '400',
    'zh-CN': '撤销时无法恢复{what}「{name}」：操作前已无法读取（{why}）',
    'en-US': 'Undo can\'t restore {what} "{name}", which could not be read before the change: {why}',
  },
  'safety-missing': {
    code: '400',
    'zh-CN': '操作前无法读取数据库，未生成安全备份，因此数据库不能撤销：{why}',
    'en-US':
      "Undo can't restore the database: it could not be read before the change, so there is no safety copy ({why})",
  },
  'safety-gone': {
    code: '404',
    'zh-CN': '该安全备份已不存在，安全备份保留 {days} 天',
    'en-US': 'This safety copy no longer exists; safety copies are kept for {days} days',
  },
  'admin-tool-missing': {
    code: '400',
    'zh-CN': '服务器未安装数据库管理工具，请联系服务商',
    'en-US': 'No database admin tool is installed on the server. Contact your provider',
  },
  'admin-tool-unknown': {
    code: '404',
    'zh-CN': '没有此管理工具，可用：{known}',
    'en-US': 'Unknown admin tool. Available: {known}',
  },
  'replace-same': {
    code: '400',
    'zh-CN': '替换前后的内容相同',
    'en-US': 'The old and new text are the same',
  },
} as const;
