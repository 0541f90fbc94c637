import type { Locale } from './fault';

type Words = Readonly<Record<Locale, string>>;

/** What the operation log calls a call, keyed by its name: every call that is written down has words. */
export const ACTION_WORDS: Readonly<Record<string, Words>> = {
  login: { 'zh-CN': '登录', 'en-US': 'Sign in' },
  loginByToken: { 'zh-CN': '从服务商页面登录', 'en-US': "Sign in from the provider's page" },
  ftpLogin: { 'zh-CN': 'FTP 登录', 'en-US': 'Sign in by FTP' },
  logout: { 'zh-CN': '退出登录', 'en-US': 'Log out' },
  sendCaptcha: { 'zh-CN': '发送验证码', 'en-US': 'Send one-time code' },
  changeHost: { 'zh-CN': '切换主机', 'en-US': 'Switch host' },
  restartSite: { 'zh-CN': '重启网站', 'en-US': 'Restart site' },
  openSite: { 'zh-CN': '开启网站', 'en-US': 'Open site' },
  closeSite: { 'zh-CN': '关闭网站', 'en-US': 'Close site' },
  changeFtp: { 'zh-CN': '修改 FTP 设置', 'en-US': 'Change FTP settings' },
  changePassword: { 'zh-CN': '修改密码', 'en-US': 'Change password' },
  writeConfig: { 'zh-CN': '修改主机环境设置', 'en-US': 'Change host environment' },
  revertConfig: { 'zh-CN': '恢复站点配置版本', 'en-US': 'Restore a configuration version' },
  clearConfig: { 'zh-CN': '清空全部配置', 'en-US': 'Clear all settings' },
  setDefaultHomePage: { 'zh-CN': '设置默认首页', 'en-US': 'Set default documents' },
  saveRewrite: { 'zh-CN': '保存伪静态规则', 'en-US': 'Save rewrite rule' },
  deleteRewrite: { 'zh-CN': '删除伪静态规则', 'en-US': 'Delete rewrite rule' },
  setRewrite: { 'zh-CN': '启用伪静态规则', 'en-US': 'Put rewrite rule in force' },
  resetRewrite: { 'zh-CN': '停用伪静态规则', 'en-US': 'Switch rewrite rules off' },
  addRedirect: { 'zh-CN': '添加 301 跳转', 'en-US': 'Add redirect' },
  addRedirects: { 'zh-CN': '批量添加 301 跳转', 'en-US': 'Import redirects' },
  removeRedirect: { 'zh-CN': '移除 301 跳转', 'en-US': 'Remove redirect' },
  orderRedirects: { 'zh-CN': '调整 301 跳转顺序', 'en-US': 'Change order of redirects' },
  setErrorPage: { 'zh-CN': '设置 404 页面', 'en-US': 'Set error page' },
  unsetErrorPage: { 'zh-CN': '恢复默认 404 页面', 'en-US': 'Unset error page' },
  addMime: { 'zh-CN': '添加 MIME 映射', 'en-US': 'Add MIME type' },
  removeMime: { 'zh-CN': '移除 MIME 映射', 'en-US': 'Remove MIME type' },
  changePhpVersion: { 'zh-CN': '切换 PHP 版本', 'en-US': 'Change PHP version' },
  setPhpLanguage: { 'zh-CN': '修改 PHP 开关', 'en-US': 'Change PHP switch' },
  setPhpErrorLog: { 'zh-CN': '修改 PHP 错误日志', 'en-US': 'Change PHP error log' },
  setPhpOutputBuffer: { 'zh-CN': '修改 PHP 输出缓冲', 'en-US': 'Change PHP output buffering' },
  setPhpUpload: { 'zh-CN': '修改 PHP 上传开关', 'en-US': 'Change PHP uploads' },
  setPhpUploadSize: { 'zh-CN': '修改 PHP 上传上限', 'en-US': 'Change PHP upload limit' },
  disablePhpFunctions: { 'zh-CN': '修改 PHP 禁用函数', 'en-US': 'Change disabled PHP functions' },
  updatePhpParam: { 'zh-CN': '修改 PHP 参数', 'en-US': 'Change PHP parameter' },
  setTrustedLevel: { 'zh-CN': '修改 .NET 信任级别', 'en-US': 'Change .NET trust level' },
  changeDotNetVersion: { 'zh-CN': '切换 .NET 版本', 'en-US': 'Change .NET version' },
  setScriptError: { 'zh-CN': '修改脚本错误信息', 'en-US': 'Change script error info' },
  stopTask: { 'zh-CN': '取消任务', 'en-US': 'Cancel task' },
  deleteTask: { 'zh-CN': '删除任务记录', 'en-US': 'Delete task record' },
  updateTask: { 'zh-CN': '更新任务记录', 'en-US': 'Update task record' },
  touchFile: { 'zh-CN': '新建文件', 'en-US': 'Create file' },
  makeFolder: { 'zh-CN': '新建文件夹', 'en-US': 'Create folder' },
  removeFile: { 'zh-CN': '删除文件', 'en-US': 'Delete files' },
  renameFile: { 'zh-CN': '重命名或移动', 'en-US': 'Rename or move' },
  copyFile: { 'zh-CN': '复制文件', 'en-US': 'Copy files' },
  writeText: { 'zh-CN': '编辑文件', 'en-US': 'Edit file' },
  resetPermission: { 'zh-CN': '重置权限', 'en-US': 'Reset permissions' },
  restoreFromBin: { 'zh-CN': '从回收站还原', 'en-US': 'Restore from recycle bin' },
  emptyBin: { 'zh-CN': '清空回收站', 'en-US': 'Empty recycle bin' },
  restoreVersions: { 'zh-CN': '恢复历史版本', 'en-US': 'Restore earlier version' },
  removeVersions: { 'zh-CN': '删除历史版本', 'en-US': 'Delete earlier versions' },
  beginUpload: { 'zh-CN': '开始上传', 'en-US': 'Start upload' },
  endUpload: { 'zh-CN': '结束上传', 'en-US': 'End upload' },
  uploadSlice: { 'zh-CN': '上传文件', 'en-US': 'Upload files' },
  extractArchive: { 'zh-CN': '解压文件', 'en-US': 'Extract archive' },

  replaceInFiles: { 'zh-CN': '在文件中替换', 'en-US': 'Replace in files' },
  changeMode: { 'zh-CN': '修改权限', 'en-US': 'Change permissions' },
  saveFileSettings: { 'zh-CN': '修改文件管理设置', 'en-US': 'Change file manager settings' },
  fetchUrl: { 'zh-CN': '远程下载', 'en-US': 'Download from an address' },
  compressFiles: { 'zh-CN': '压缩文件', 'en-US': 'Compress files' },
  setOverride: { 'zh-CN': '载入测试版页面', 'en-US': 'Load a page under test' },
  resetOverride: { 'zh-CN': '停用测试版页面', 'en-US': 'Leave a page under test' },
  createAccount: { 'zh-CN': '创建账户', 'en-US': 'Create account' },
  createHost: { 'zh-CN': '创建主机', 'en-US': 'Create host' },
  updateHost: { 'zh-CN': '修改主机', 'en-US': 'Change host' },
  deleteHost: { 'zh-CN': '删除主机', 'en-US': 'Delete host' },
  createToken: { 'zh-CN': '签发登录令牌', 'en-US': 'Issue sign-in token' },
  createEmbedToken: { 'zh-CN': '签发嵌入令牌', 'en-US': 'Issue embed token' },
  createKey: { 'zh-CN': '创建服务商密钥', 'en-US': 'Create provider key' },
  revokeKey: { 'zh-CN': '吊销服务商密钥', 'en-US': 'Revoke provider key' },
  publishVersion: { 'zh-CN': '发布页面版本', 'en-US': 'Publish remote version' },
  changeTraffic: { 'zh-CN': '切换页面版本', 'en-US': 'Change remote traffic' },
  collectVersions: { 'zh-CN': '清理页面版本', 'en-US': 'Collect remote versions' },
};

/** Words of a call; its name where a row is older, or newer, than this console. */
export const actionWords = (action: string, locale: Locale): string =>
  (Object.hasOwn(ACTION_WORDS, action) ? ACTION_WORDS[action]?.[locale] : undefined) ?? action;

/** Who acted: the roles of a session, and the provider by a key of its own. */
export const ROLE_WORDS = {
  USER: { 'zh-CN': '站点所有者', 'en-US': 'Site owner' },
  ADMINISTRATOR: { 'zh-CN': '服务商人员', 'en-US': 'Provider staff' },
  PROVIDER: { 'zh-CN': '服务商', 'en-US': 'Provider' },
} as const satisfies Readonly<Record<string, Words>>;

export const RESULT_WORDS = {
  ok: { 'zh-CN': '成功', 'en-US': 'Done' },
  refused: { 'zh-CN': '被拒绝', 'en-US': 'Refused' },
} as const satisfies Readonly<Record<string, Words>>;
