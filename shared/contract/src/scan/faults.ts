import type { FaultEntry } from '../faults/entry';

/** Faults of the web-shell scan, in both languages. */
export const SCAN_FAULTS = {
  'scan-engine-missing': {
    code: '400',
    'zh-CN': '本服务器未安装木马查杀所需的组件，请联系服务商',
    'en-US': 'This server lacks the programs that a scan needs. Ask your provider to install them',
  },
  'scan-running': {
    code: '400',
    'zh-CN': '正在扫描，请等待完成或取消后重试',
    'en-US': 'A scan is running. Wait until it has ended, or cancel it',
  },
  'scan-file-gone': {
    code: '404',
    'zh-CN': '文件已不存在',
    'en-US': 'The file no longer exists',
  },
  'scan-file-changed': {
    code: '409',
    'zh-CN': '文件在扫描后已被修改，未做处理。请重新扫描',
    'en-US': 'The file has changed since the scan, so nothing was done. Scan again',
  },
  'scan-place-taken': {
    code: '409',
    'zh-CN': '原位置已有同名文件，未恢复。请先移走该文件',
    'en-US': 'A file with that name now exists, so nothing was restored. Move that file away first',
  },
  'scan-file-closed': {
    code: '400',
    'zh-CN': '文件无法读取，未做处理。请检查文件权限',
    'en-US': 'The file cannot be read, so nothing was done. Check its permissions',
  },
  'scan-file-large': {
    code: '400',
    'zh-CN': '文件超过 64 MB，请在文件管理中处理',
    'en-US': 'The file is larger than 64 MB. Handle it in Files',
  },
  'scan-quarantine-full': {
    code: '400',
    'zh-CN': '隔离区已满（512 MB），请先删除已隔离的文件',
    'en-US': 'The quarantine is full (512 MB). Delete quarantined files first',
  },
  'scan-wrong-state': {
    code: '409',
    'zh-CN': '该文件的状态已改变，请刷新后重试',
    'en-US': 'The state of this file has changed. Refresh and try again',
  },
} as const satisfies Record<string, FaultEntry>;
