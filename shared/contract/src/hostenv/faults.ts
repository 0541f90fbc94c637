/** Faults of a site's settings except its redirects, in both languages. */
export const HOSTENV_FAULTS = {
  'config-newer': {
    code: '409',
    'zh-CN': '配置已在别处修改，请查看差异后重新保存',
    'en-US': 'The settings were changed elsewhere. View the differences, then save again',
  },
  'config-version-gone': {
    code: '404',
    'zh-CN': '该配置版本已不存在',
    'en-US': 'This version no longer exists',
  },
  'image-unreadable': {
    code: '400',
    'zh-CN': '无法读取配置：{field} 不正确',
    'en-US': 'The settings could not be read: {field} is invalid',
  },
  'rule-refused': {
    code: '400',
    'zh-CN': '规则未通过检查，网站仍使用原配置。第 {line} 行：{why}',
    'en-US': 'The rules failed the check; the site keeps the previous ones. Line {line}: {why}',
  },
  'too-many-at-once': {
    code: '429',
    'zh-CN': '同时进行的检查过多，请稍后重试',
    'en-US': 'Too many checks at once. Try again in a moment',
  },
  'config-too-large': {
    code: '413',
    'zh-CN': '全部设置合计不能超过 {limit} KB，请缩短 404 页面、规则或跳转',
    'en-US': 'The settings exceed {limit} KB. Shorten the 404 page, the rules or the redirects',
  },
  'rule-gone': { code: '404', 'zh-CN': '该规则已不存在', 'en-US': 'This rule no longer exists' },
  'too-many-rules': {
    code: '400',
    'zh-CN': '最多保存 {limit} 条规则，请先删除不用的规则',
    'en-US': 'Limit of {limit} rules reached. Delete some first',
  },
  'rule-test-failed': {
    code: '400',
    'zh-CN': '无法测试此网址：{why}',
    'en-US': 'This URL could not be tested: {why}',
  },
  'document-refused': {
    code: '400',
    'zh-CN': '「{name}」不能作为默认首页：只能是文件名，如 index.html',
    'en-US': '"{name}" can\'t be a default document. Enter a file name, such as index.html',
  },
  'php-not-installed': {
    code: '400',
    'zh-CN': '服务器未安装 PHP {version}，已安装：{installed}',
    'en-US': 'PHP {version} is not installed on this server. Installed: {installed}',
  },
  'php-parameter-unknown': {
    code: '400',
    'zh-CN': '参数「{key}」不能在此设置',
    'en-US': '"{key}" can\'t be set here',
  },
  'php-value-refused': {
    code: '400',
    'zh-CN': '{key} 的值不正确：{expected}',
    'en-US': 'Invalid value for {key}: {expected}',
  },
  'php-function-refused': {
    code: '400',
    'zh-CN': '「{name}」不是函数名',
    'en-US': '"{name}" is not a function name',
  },
  'php-functions-many': {
    code: '400',
    'zh-CN': '最多禁用 {max} 个函数',
    'en-US': 'You can disable up to {max} functions',
  },
  'php-report-refused': {
    code: '500',
    'zh-CN': '无法读取 PHP 报告：{detail}',
    'en-US': 'PHP did not report its settings: {detail}',
  },
  'setting-choice-refused': {
    code: '400',
    'zh-CN': '「{value}」不是可选值，可选：{choices}',
    'en-US': '"{value}" is not available. Choose one of: {choices}',
  },
  'script-error-words-missing': {
    code: '400',
    'zh-CN': '请填写要显示给访客的文字',
    'en-US': 'Enter a message for visitors',
  },
  'script-error-words-refused': {
    code: '400',
    'zh-CN': '文字中含有控制字符，或超过 {max} 个字符',
    'en-US': 'The message contains a control character or exceeds {max} characters',
  },
  'error-page-refused': {
    code: '400',
    'zh-CN': '「{path}」不能作为 404 页面：须是 /wwwroot 下可访问的文件，文件名不以 . 开头',
    'en-US':
      '"{path}" can\'t be the 404 page. Choose a public file in /wwwroot whose name does not begin with a dot',
  },
  'error-page-text-refused': {
    code: '400',
    'zh-CN': '页面内容含有不可用的字符，或超过 {max} KiB',
    'en-US': 'The page contains invalid characters or exceeds {max} KiB',
  },
  'mime-type-refused': {
    code: '400',
    'zh-CN': '「{type}」不是 MIME 类型，例如 application/json',
    'en-US': '"{type}" is not a MIME type. Example: application/json',
  },
  'mime-extension-refused': {
    code: '400',
    'zh-CN': '「{extension}」不是扩展名，例如 webp',
    'en-US': '"{extension}" is not a file extension. Example: webp',
  },
  'mime-extension-closed': {
    code: '400',
    'zh-CN': '「{extension}」文件是程序源码，不会直接提供下载',
    'en-US': '"{extension}" files contain source code and are never served as downloads',
  },
  'mime-gone': {
    code: '404',
    'zh-CN': '扩展名「{extension}」没有自定义类型',
    'en-US': '"{extension}" has no custom type',
  },
  'mime-full': {
    code: '400',
    'zh-CN': '最多 {max} 个自定义类型',
    'en-US': 'Limit of {max} custom types reached',
  },
  'suggestion-unclear': {
    code: '400',
    'zh-CN':
      '未能理解，请粘贴 .htaccess，或换一种说法，例如「WordPress 伪静态」「把 /news/12 变成 /index.php?id=12」',
    'en-US':
      'Not understood. Paste an .htaccess, or rephrase it, such as "Laravel" or "/news/12 becomes /index.php?id=12"',
  },
} as const;
