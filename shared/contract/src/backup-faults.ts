import type { FaultEntry } from './fault-entry';

/** Faults of backups and restores. */
export const BACKUP_FAULTS = {
  'backup-engine-missing': {
    code: '400',
    'zh-CN': '服务器未安装备份引擎 restic，备份功能暂不可用',
    'en-US': 'The backup engine restic is not installed on the server, so there are no backups',
  },
  'backup-nothing': {
    code: '400',
    'zh-CN': '不存在可进行备份的数据',
    'en-US': 'There is no data to back up',
  },
  'backup-foreign': {
    code: '500',
    'zh-CN': '网站目录中有不属于此网站的文件：{path}',
    'en-US': 'There is something in the site that does not belong to it: {path}',
  },
  'backup-no-database': {
    code: '400',
    'zh-CN': '没有可用的数据库',
    'en-US': 'There is no database here',
  },
  'backup-gone': {
    code: '404',
    'zh-CN': '备份不存在或已被删除',
    'en-US': 'There is no such backup, or it was deleted',
  },
  'backup-lacks-part': {
    code: '400',
    'zh-CN': '此备份不包含所选内容',
    'en-US': 'This backup does not hold what was chosen',
  },
  'backup-is-last': {
    code: '409',
    'zh-CN': '这是最后一个备份，删除前需要验证身份',
    'en-US': 'This is the last backup. Deleting it needs proof of who is asking',
  },
  'backup-over-quota': {
    code: '413',
    'zh-CN': '备份内容为 {size}，超出磁盘配额 {quota}，未恢复任何文件',
    'en-US': 'The backup holds {size}, more than the disk quota of {quota}. Nothing was restored',
  },
  'backup-damaged': {
    code: '500',
    'zh-CN': '备份仓库已损坏。请在备份页点击「检查仓库」，再点击「修复」；仍可恢复的备份会保留',
    'en-US':
      'The backup repository is damaged. On the backup page check the repository, then repair it; backups that can still be restored stay',
  },
  'backup-config-lost': {
    code: '500',
    'zh-CN':
      '备份仓库的配置或密钥文件丢失或损坏，无法打开。请先在备份页点击「修复」；修复失败时，在存储位置的菜单中「取回备份」，没有副本时联系服务商',
    'en-US':
      'The config or key file of the backup repository is lost or damaged: it can not be opened. Repair it on the backup page; where that fails, "Bring backups back" from a storage target, or contact your provider where there is none',
  },
  'backup-unproven': {
    code: '500',
    'zh-CN': '修复时未能确认此备份是否完整，备份已保留，请重新校验',
    'en-US': 'The repair could not tell whether this backup is whole; it was kept. Verify it again',
  },
  'backup-not-mended': {
    code: '500',
    'zh-CN': '已尽量修复，但备份仓库仍有问题；未确认丢失的备份均已保留。请再次修复，仍失败时联系服务商',
    'en-US':
      'The backup repository was repaired as far as possible and is still not whole; backups not known to be lost were kept. Repair it again, and contact your provider where that fails too',
  },
  'backup-key-wrong': {
    code: '500',
    'zh-CN': '备份仓库的密钥不正确，请联系服务商',
    'en-US': 'The key of the backup repository is wrong. Contact your provider',
  },
  'backup-repository-busy': {
    code: '409',
    'zh-CN': '备份仓库正被其他程序使用，请稍后重试',
    'en-US': 'The backup repository is in use by another program. Try again in a moment',
  },
  'backup-undo-over': {
    code: '404',
    'zh-CN': '此次恢复已不能撤销：超过 7 天或没有安全备份',
    'en-US': 'This restore can no longer be undone: 7 days have passed, or there is no safety backup',
  },
  'backup-cron-wrong': {
    code: '400',
    'zh-CN': '计划表达式不正确，应为「分 时 日 月 周」五段，例如 30 3 * * 1',
    'en-US': 'The schedule is not valid: five fields "minute hour day month weekday", such as 30 3 * * 1',
  },
  'backup-compare-large': {
    code: '413',
    'zh-CN': '文件过多，请选择一个目录进行对比',
    'en-US': 'There are too many files. Choose one folder to compare',
  },
  'backup-not-whole': {
    code: '500',
    'zh-CN': '测试恢复的内容与备份记录不一致：{what}',
    'en-US': 'The test restore differs from what was written down: {what}',
  },
  'target-unreachable': {
    code: '502',
    'zh-CN': '无法连接存储位置：{why}',
    'en-US': 'The storage target can not be used: {why}',
  },
  'target-silent': {
    code: '502',
    'zh-CN': '存储位置 {minutes} 分钟没有任何数据往来',
    'en-US': 'The storage target has neither sent nor taken anything for {minutes} minutes',
  },
  'target-slow': {
    code: '502',
    'zh-CN': '存储位置过慢：{minutes} 分钟内几乎没有数据往来',
    'en-US': 'The storage target is too slow: hardly anything came or went for {minutes} minutes',
  },
  'target-refused': {
    code: '400',
    'zh-CN': '不允许使用此地址：{host}',
    'en-US': 'This address is not allowed: {host}',
  },
  'target-key-changed': {
    code: '409',
    'zh-CN': '服务器的主机密钥与已确认的不一致，当前为 {fingerprint}',
    'en-US': "The server's host key is not the confirmed one. It is now {fingerprint}",
  },
  'target-key-unconfirmed': {
    code: '400',
    'zh-CN': '请先确认服务器的主机密钥',
    'en-US': "Confirm the server's host key first",
  },
  'backup-copies-kept': {
    code: '409',
    'zh-CN': '本地备份损坏后，此处保留的副本不再更新；重新启用后将与本地一致',
    'en-US':
      'Backups were lost here, so the copies there are left as they are. Turned on again, it follows what is here',
  },
  'target-empty': {
    code: '404',
    'zh-CN': '存储位置中没有备份仓库',
    'en-US': 'There is no backup repository at the storage target',
  },
  'backup-fetch-busy': {
    code: '409',
    'zh-CN': '正在取回另一个主机的备份，请在其完成后重试',
    'en-US': "Another host's backups are being brought back. Try again once that is done",
  },
  'backup-fetch-over': {
    code: '502',
    'zh-CN': '取回备份已超过 {minutes} 分钟，已停止；已取回的内容会保留，再次点击「取回备份」即可继续',
    'en-US':
      'Bringing backups back took more than {minutes} minutes and was stopped. What has come stays: "Bring backups back" again goes on from there',
  },
  'target-foreign': {
    code: '409',
    'zh-CN': '存储位置中的备份仓库不属于此主机：此主机的密钥无法打开它',
    'en-US': 'The backup repository at the storage target is not of this host: no key of this host opens it',
  },
  'targets-too-many': {
    code: '400',
    'zh-CN': '最多可添加 {most} 个存储位置',
    'en-US': 'There can be {most} storage targets at most',
  },
} as const satisfies Readonly<Record<string, FaultEntry>>;
