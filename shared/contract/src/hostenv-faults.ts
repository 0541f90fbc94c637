/** What may be wrong with a setting of a site, in both languages. */
export const HOSTENV_FAULTS = {
  'config-newer': {
    code: '409',
    'zh-CN': '配置已被他人修改，请查看差异后重新保存',
    'en-US': 'The settings were changed meanwhile. Look at the difference, then save again',
  },
  'config-version-gone': {
    code: '404',
    'zh-CN': '该配置版本已不存在',
    'en-US': 'This version of the settings is no longer there',
  },
  'image-unreadable': {
    code: '400',
    'zh-CN': '无法读取配置：{field} 不正确',
    'en-US': 'The settings cannot be read: {field} is not valid',
  },
  'document-refused': {
    code: '400',
    'zh-CN': '「{name}」不能作为默认首页：只能是文件名，如 index.html',
    'en-US': '"{name}" can\'t be a default document: a file name is needed, such as index.html',
  },
} as const;
