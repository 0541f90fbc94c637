/** Faults of sign-in, passwords and proofs of identity, in both languages. */
export const SESSION_FAULTS = {
  'password-changed': {
    code: '996',
    'zh-CN': '密码已修改，请使用新密码登录',
    'en-US': 'The password was changed. Sign in with the new one',
  },
  'captcha-missing': {
    code: '400',
    'zh-CN': '请先完成安全验证',
    'en-US': 'Complete the security check first',
  },
  'captcha-refused': {
    code: '400',
    'zh-CN': '安全验证未通过或已失效，请重试',
    'en-US': 'The security check failed or has expired. Try again',
  },
  'password-replayed': {
    code: '400',
    'zh-CN': '登录请求已使用过，请重新登录',
    'en-US': 'This sign-in request was used before. Sign in again',
  },
  'password-unreadable': {
    code: '400',
    'zh-CN': '无法读取密码，请刷新页面后重试',
    'en-US': 'The password could not be read. Reload the page and try again',
  },
  'wrong-credentials': { code: '403', 'zh-CN': '用户名或密码错误', 'en-US': 'Wrong user name or password' },
  'too-many-attempts': {
    code: '429',
    'zh-CN': '尝试次数过多，请 {seconds} 秒后再试',
    'en-US': 'Too many attempts. Try again in {seconds} s',
  },
  'token-refused': {
    code: '403',
    'zh-CN': '登录链接无效、已使用或已过期，请从服务商页面重新进入',
    'en-US': 'The sign-in link is invalid, already used or expired. Open it again from your provider',
  },
  'signed-in-already': {
    code: '409',
    'zh-CN': '此浏览器已登录其他主机，请先退出',
    'en-US': 'This browser is signed in to another host. Sign out first',
  },
  'no-channel': {
    code: '400',
    'zh-CN': '此主机没有可用的验证码接收方式',
    'en-US': 'No way to receive one-time codes is set up for this host',
  },
  'channel-failed': {
    code: '502',
    'zh-CN': '验证码未能发出，请稍后重试或改用其他验证方式',
    'en-US': 'The code could not be sent. Try again in a moment or verify another way',
  },
  'code-too-soon': {
    code: '429',
    'zh-CN': '验证码刚刚发送过，请 {seconds} 秒后再试',
    'en-US': 'A code was just sent. Try again in {seconds} s',
  },
  'verify-needed': {
    code: '403',
    'zh-CN': '此操作需要验证身份：{ways}',
    'en-US': 'Verify your identity first: {ways}',
  },
  'verify-wrong': {
    code: '403',
    'zh-CN': '当前密码错误，操作未执行',
    'en-US': 'Current password is incorrect. Nothing was changed',
  },
  'code-wrong': {
    code: '403',
    'zh-CN': '验证码错误，还可再试 {left} 次',
    'en-US': 'Incorrect code. Attempts left: {left}',
  },
  'code-expired': {
    code: '403',
    'zh-CN': '验证码已失效，请重新获取',
    'en-US': 'The code has expired. Get a new one',
  },
  'password-length': {
    code: '400',
    'zh-CN': '密码长度应为 {min} 到 {max} 个字符',
    'en-US': 'Password must be {min} to {max} characters',
  },
  'password-same': {
    code: '400',
    'zh-CN': '新密码不能与当前密码相同',
    'en-US': 'The new password must differ from the current one',
  },
  'password-holds-name': {
    code: '400',
    'zh-CN': '密码不能包含主机名',
    'en-US': 'Password must not contain the host name',
  },
} as const;
