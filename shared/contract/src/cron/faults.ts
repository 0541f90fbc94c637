import type { FaultEntry } from '../faults/entry';

/** Faults of scheduled jobs, in both languages. */
export const CRON_FAULTS = {
  'cron-gone': {
    code: '404',
    'zh-CN': '计划任务不存在，可能已被删除',
    'en-US': 'The scheduled job does not exist. It may have been deleted',
  },
  'cron-too-many': {
    code: '400',
    'zh-CN': '最多 {most} 个计划任务，请先删除不需要的',
    'en-US': 'The limit is {most} scheduled jobs. Delete one first',
  },
  'cron-schedule-wrong': {
    code: '400',
    'zh-CN': '执行时间不正确：应为五段：分 时 日 月 周，如 30 3 * * *',
    'en-US': 'Not a valid schedule: it needs minute, hour, day, month and weekday, such as 30 3 * * *',
  },
  'cron-never': {
    code: '400',
    'zh-CN': '没有符合此执行时间的日期',
    'en-US': 'No date matches this schedule',
  },
  'cron-running': {
    code: '409',
    'zh-CN': '任务正在运行，请等待结束',
    'en-US': 'The job is still running. Wait until it ends',
  },
  'cron-site-closed': {
    code: '400',
    'zh-CN': '网站已关闭，计划任务已暂停，请先开启网站',
    'en-US': 'The site is closed, so its jobs are paused. Open the site first',
  },
} as const satisfies Record<string, FaultEntry>;
