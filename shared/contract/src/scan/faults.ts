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
  'scan-wrong-state': {
    code: '409',
    'zh-CN': '该文件的状态已改变，请刷新后重试',
    'en-US': 'The state of this file has changed. Refresh and try again',
  },
} as const satisfies Record<string, FaultEntry>;
