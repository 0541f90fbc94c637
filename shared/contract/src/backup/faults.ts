import type { FaultEntry } from '../faults/entry';

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
    'zh-CN': '网站文件夹中有不属于此网站的文件：{path}',
    'en-US': 'The site folder contains a file that does not belong to the site: {path}',
  },
  'backup-no-database': {
    code: '400',
    'zh-CN': '没有可用的数据库',
    'en-US': 'This host has no database',
  },
  'backup-gone': {
    code: '404',
    'zh-CN': '备份不存在或已被删除',
    'en-US': 'This backup no longer exists',
  },
  'backup-lacks-part': {
    code: '400',
    'zh-CN': '此备份不包含所选内容',
    'en-US': 'This backup does not contain the selected items',
  },
  'backup-is-last': {
    code: '409',
    'zh-CN': '这是最后一个备份，删除前需要验证身份',
    'en-US': 'This is your last backup. Verify your identity to delete it',
  },
  'backup-undo-deploy': {
    code: '400',
    'zh-CN': '此副本是部署镜像之前保存的，请撤销该部署',
    'en-US': 'This copy was saved before an image was deployed. Undo the deployment instead',
  },
  'backup-undo-staging': {
    code: '400',
    'zh-CN': '此副本是推送预发布副本之前保存的，请在预发布副本页面撤销',
    'en-US':
      'This copy was saved before a staging copy was pushed. Undo that on the page of the staging copy',
  },
  'backup-undo-app': {
    code: '400',
    'zh-CN': '此副本是更新或卸载应用之前保存的，请在应用管理中撤销',
    'en-US':
      'This copy was saved before an app was updated or uninstalled. Undo that in App management instead',
  },
  'backup-over-quota': {
    code: '413',
    'zh-CN': '备份内容为 {size}，超出磁盘配额 {quota}，未恢复任何文件',
    'en-US': 'The backup ({size}) exceeds the disk quota ({quota}). Nothing was restored',
  },
  'backup-damaged': {
    code: '500',
    'zh-CN': '备份数据已损坏。请在备份页点击「检查数据」，再点击「修复」；仍可恢复的备份会保留',
    'en-US':
      'Backup data is damaged. On the backup page choose "Check data", then "Repair"; backups that can still be restored are kept',
  },
  'backup-config-lost': {
    code: '500',
    'zh-CN':
      '备份数据的配置或密钥文件丢失或损坏，无法打开。请先在备份页点击「修复」；修复失败时，在存储位置的菜单中「取回备份」，没有副本时联系服务商',
    'en-US':
      'The configuration or key file of the backup data is missing or damaged. Choose "Repair" on the backup page. If that fails, choose "Retrieve backups" at a storage location, or contact your provider',
  },
  'backup-unproven': {
    code: '500',
    'zh-CN': '修复时未能确认此备份是否完整，备份已保留，请重新校验',
    'en-US': 'The repair could not confirm that this backup is complete, so it was kept. Verify it again',
  },
  'backup-not-mended': {
    code: '500',
    'zh-CN': '已尽量修复，但备份数据仍有问题；未确认丢失的备份均已保留。请再次修复，仍失败时联系服务商',
    'en-US':
      'Backup data still has problems after the repair. Backups not known to be lost were kept. Repair it again; if that fails too, contact your provider',
  },
  'backup-key-wrong': {
    code: '500',
    'zh-CN': '备份数据的密钥不正确，请联系服务商',
    'en-US': 'The key of the backup data is wrong. Contact your provider',
  },
  'backup-repository-busy': {
    code: '409',
    'zh-CN': '备份数据正被其他程序使用，请稍后重试',
    'en-US': 'Backup data is in use by another program. Try again in a moment',
  },
  'backup-undo-over': {
    code: '404',
    'zh-CN': '此次恢复已不能撤销：超过 7 天或没有安全备份',
    'en-US': 'This restore can no longer be undone: 7 days have passed, or it has no safety copy',
  },
  'backup-cron-wrong': {
    code: '400',
    'zh-CN': '计划表达式不正确，应为「分 时 日 月 周」五段，例如 30 3 * * 1',
    'en-US': 'Enter five fields: minute, hour, day, month, weekday, such as 30 3 * * 1',
  },
  'backup-compare-large': {
    code: '413',
    'zh-CN': '文件过多，请选择一个文件夹比较',
    'en-US': 'Too many files. Choose a folder to compare',
  },
  'backup-not-whole': {
    code: '500',
    'zh-CN': '测试恢复的内容与备份记录不一致：{what}',
    'en-US': 'The test restore differs from the backup: {what}',
  },
  'target-unreachable': {
    code: '502',
    'zh-CN': '无法连接存储位置：{why}',
    'en-US': 'Storage location unavailable: {why}',
  },
  'target-silent': {
    code: '502',
    'zh-CN': '存储位置已 {minutes} 分钟没有响应',
    'en-US': 'The storage location has not responded for {minutes} minutes',
  },
  'target-slow': {
    code: '502',
    'zh-CN': '存储位置过慢：{minutes} 分钟内几乎没有数据往来',
    'en-US': 'The storage location is too slow: almost no data was transferred for {minutes} minutes',
  },
  'target-refused': {
    code: '400',
    'zh-CN': '不允许使用此地址：{host}',
    'en-US': 'This address is not allowed: {host}',
  },
  'target-key-changed': {
    code: '409',
    'zh-CN': '服务器的主机密钥与已确认的不一致，当前为 {fingerprint}',
    'en-US': "The server's host key has changed. It is now {fingerprint}",
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
      'Local backups were lost, so copies at this location are no longer updated. Turn it on again to match local backups',
  },
  'target-empty': {
    code: '404',
    'zh-CN': '存储位置中没有备份数据',
    'en-US': 'The storage location contains no backup data',
  },
  'backup-fetch-busy': {
    code: '409',
    'zh-CN': '正在取回另一个主机的备份，请在其完成后重试',
    'en-US': "Another host's backups are being retrieved. Try again later",
  },
  'backup-fetch-over': {
    code: '502',
    'zh-CN': '取回备份已超过 {minutes} 分钟，已停止；已取回的内容会保留，再次点击「取回备份」即可继续',
    'en-US':
      'Retrieving backups took more than {minutes} minutes and was stopped. Retrieved data is kept; choose "Retrieve backups" again to continue',
  },
  'target-foreign': {
    code: '409',
    'zh-CN': '存储位置中的备份数据不属于此主机：此主机的密钥无法打开它',
    'en-US': "The backup data at the storage location belongs to another host: this host's key can't open it",
  },
  'targets-too-many': {
    code: '400',
    'zh-CN': '最多可添加 {most} 个存储位置',
    'en-US': 'Up to {most} storage locations',
  },
} as const satisfies Readonly<Record<string, FaultEntry>>;
