import type { Locale } from '../faults/fault';
import type { Need } from './vhost';

interface NeedEntry extends Readonly<Record<Locale, string>> {
  /** Page of the console where the owner resolves it. */
  readonly path?: string;
}

/** Words of every need, keyed by its reason. */
export const NEED_TEXTS = {
  'site-closed': {
    path: '/',
    'zh-CN': '网站已关闭，访客看到的是关闭提示页',
    'en-US': 'The site is closed; visitors see a notice',
  },
  'disk-quota': {
    path: '/fileManage',
    'zh-CN': '磁盘空间已使用 {percent}%，用满后无法上传或保存文件，网站程序也可能无法写入文件',
    'en-US':
      'Disk space is {percent}% full. Once it is full, files can no longer be uploaded or saved, and programs of the site may be unable to write',
  },
  'database-quota': {
    path: '/database/manage',
    'zh-CN': '数据库空间已使用 {percent}%，用满后网站无法写入数据',
    'en-US': 'Database space is {percent}% full. Once it is full, the site can no longer save data',
  },
  'traffic-quota': {
    path: '/',
    'zh-CN': '本月流量已使用 {percent}%',
    'en-US': "{percent}% of this month's traffic is used",
  },
  'engine-missing': {
    'zh-CN': '服务器未安装 {engine}，网站程序无法运行，静态页面不受影响，请联系服务商',
    'en-US':
      '{engine} is not installed on the server, so scripts cannot run. Static pages still work. Contact your provider',
  },
  'share-memory': {
    'zh-CN': '{program} 在{time} 因超过 {limit} MB 内存被终止',
    'en-US': '{program} was stopped at {limit} MB of memory, {time}',
  },
  'share-memory-some': {
    'zh-CN': '网站程序在{time} 因超过 {limit} MB 内存被终止',
    'en-US': 'A program of the site was stopped at {limit} MB of memory, {time}',
  },
  'share-processes': {
    'zh-CN': '网站程序在{time} 达到 {limit} 个进程的上限，无法启动新进程',
    'en-US': 'No more processes could start: the site reached its limit of {limit}, {time}',
  },
  'scan-found': {
    path: '/safe/searchAndKill',
    'zh-CN': '发现 {count} 个高危木马文件，请尽快处理',
    'en-US': 'Web shells found: {count}. Remove them soon',
  },
  'backup-none': {
    path: '/backup/site',
    'zh-CN': '还没有备份，也没有备份计划，数据丢失后无法恢复',
    'en-US': 'No backups and no backup plan: lost data cannot be restored',
  },
  'backup-damaged': {
    path: '/backup/site',
    'zh-CN': '备份数据有损坏，部分备份可能无法恢复，请修复',
    'en-US': 'Backup data is damaged, so some backups may not be restorable. Repair it',
  },
  'backup-plan-failed': {
    path: '/backup/site',
    'zh-CN': '上次自动备份没有执行，请查看备份计划',
    'en-US': 'The last scheduled backup did not run. Check the backup plan',
  },
  'backup-copy-failed': {
    path: '/backup/site',
    'zh-CN': '备份无法复制到「{name}」，请查看存储位置',
    'en-US': 'Backups cannot be copied to "{name}". Check the storage locations',
  },
  'domain-elsewhere': {
    path: '/domainCertCdn/bindDomain',
    'zh-CN': '{domain} 没有指向本机，访客无法通过它访问网站，请修改解析',
    'en-US':
      '{domain} does not point to this server, so visitors cannot reach the site. Change its DNS records',
  },
  'certificate-missing': {
    path: '/domainCertCdn/bindDomain',
    'zh-CN': '{domain} 还没有证书，浏览器会提示“不安全”',
    'en-US': '{domain} has no certificate, so browsers call it "not secure"',
  },
  'certificate-expires': {
    path: '/domainCertCdn/bindDomain',
    'zh-CN': '{domain} 的证书将于 {days} 天后过期，请更换',
    'en-US': 'The certificate of {domain} expires in {days} days. Replace it',
  },
  'certificate-expired': {
    path: '/domainCertCdn/bindDomain',
    'zh-CN': '{domain} 的证书已过期，浏览器会拒绝访问，请更换',
    'en-US': 'The certificate of {domain} has expired, so browsers refuse the site. Replace it',
  },
  'certificate-failed': {
    path: '/domainCertCdn/bindDomain',
    'zh-CN': '{domain} 的证书申请失败：{message}',
    'en-US': 'The certificate request for {domain} failed: {message}',
  },
  'cron-failed': {
    path: '/hostEnvSet/cron',
    'zh-CN': '计划任务「{name}」上次运行失败，请查看输出',
    'en-US': 'The last run of the scheduled job "{name}" failed. View its output',
  },
  'cron-failed-more': {
    path: '/hostEnvSet/cron',
    'zh-CN': '{count} 个计划任务上次运行失败，请查看输出',
    'en-US': 'Scheduled jobs whose last run failed: {count}. View their output',
  },
  'task-failed': {
    path: '/taskCenter',
    'zh-CN': '{count} 个任务失败，请查看详情',
    'en-US': 'Failed tasks: {count}. View details',
  },
} as const satisfies Readonly<Record<string, NeedEntry>>;

interface NeedFacts {
  readonly tone: Need['tone'];
  readonly locale: Locale;
  readonly values?: Readonly<Record<string, string | number>>;
  /** When it happened, if its words contain `{time}`. */
  readonly at?: Date;
  /** Replaces the page of the need. */
  readonly path?: string;
}

/** A need in the reader's language; `{name}` in its words is replaced by a value, but the page replaces `{time}`. */
export function needOf(
  reason: keyof typeof NEED_TEXTS,
  { tone, locale, values = {}, ...facts }: NeedFacts,
): Need {
  const entry: NeedEntry = NEED_TEXTS[reason];
  const path = facts.path ?? entry.path;
  const message = entry[locale].replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    String(values[name] ?? placeholder),
  );
  return {
    ...{ reason, tone, message },
    ...(facts.at && { at: facts.at.toISOString() }),
    ...(path !== undefined && { path }),
  };
}
