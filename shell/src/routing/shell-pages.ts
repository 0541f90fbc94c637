import type { Locale } from '@sitedeck/contract';

export type ShellView = 'home' | 'tasks' | 'log' | 'not-found';

interface ShellPage {
  readonly path: string;
  readonly view: ShellView;
  readonly title: Readonly<Record<Locale, string>>;
  /** antd icon name without `Outlined`; absent if the page is not in the menu. */
  readonly icon?: string;
  readonly order: number;
}

/** The shell's own pages. */
export const SHELL_PAGES: readonly ShellPage[] = [
  { path: '/', view: 'home', title: { 'zh-CN': '首页', 'en-US': 'Home' }, icon: 'Home', order: 0 },
  {
    path: '/taskCenter',
    view: 'tasks',
    title: { 'zh-CN': '任务中心', 'en-US': 'Task center' },
    icon: 'Schedule',
    order: 900,
  },
  {
    path: '/log',
    view: 'log',
    title: { 'zh-CN': '操作日志', 'en-US': 'Operation log' },
    icon: 'Audit',
    order: 910,
  },
  { path: '/404', view: 'not-found', title: { 'zh-CN': '页面不存在', 'en-US': 'Page not found' }, order: 0 },
];
