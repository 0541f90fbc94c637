import type { Locale, LocalizedText } from '../faults/entry';
import type { ScanStep, ScanTechnique, ScanUnknown } from './finding';

/** What a finding is, as the table of findings names it. */
export const SCAN_TECHNIQUE_TEXTS: Readonly<Record<ScanTechnique, LocalizedText>> = {
  'one-line-shell': { 'zh-CN': '一句话木马', 'en-US': 'One-line web shell' },
  'encoded-code': { 'zh-CN': '加密后门', 'en-US': 'Encoded backdoor' },
  'dynamic-call': { 'zh-CN': '动态调用', 'en-US': 'Dynamic call' },
  command: { 'zh-CN': '执行系统命令', 'en-US': 'System command' },
  'file-upload': { 'zh-CN': '任意文件上传', 'en-US': 'Unrestricted upload' },
  'file-write': { 'zh-CN': '任意文件写入', 'en-US': 'Unrestricted file write' },
  'file-manager': { 'zh-CN': '文件管理木马', 'en-US': 'File-manager shell' },
  'include-upload': { 'zh-CN': '包含可疑文件', 'en-US': 'Includes a suspicious file' },
  'remote-code': { 'zh-CN': '远程代码执行', 'en-US': 'Remote code' },
  'reverse-shell': { 'zh-CN': '反弹 Shell', 'en-US': 'Reverse shell' },
  'known-shell': { 'zh-CN': '已知木马', 'en-US': 'Known web shell' },
  'disguised-script': { 'zh-CN': '伪装脚本', 'en-US': 'Disguised script' },
  'server-setting': { 'zh-CN': '恶意服务器配置', 'en-US': 'Malicious server setting' },
  'changed-core-file': { 'zh-CN': '程序文件被修改', 'en-US': 'Changed core file' },
  'shown-environment': { 'zh-CN': '暴露环境信息', 'en-US': 'Exposed server settings' },
};

/** Why a file could not be analysed. */
export const SCAN_UNKNOWN_TEXTS: Readonly<Record<ScanUnknown, LocalizedText>> = {
  'too-slow': { 'zh-CN': '分析超时', 'en-US': 'Analysis took too long' },
  'too-large': { 'zh-CN': '文件过大', 'en-US': 'File is too large' },
  crashed: { 'zh-CN': '分析程序异常退出', 'en-US': 'Analysis crashed' },
  unreadable: { 'zh-CN': '文件无法读取', 'en-US': 'File could not be read' },
  'too-deep': { 'zh-CN': '代码嵌套过深', 'en-US': 'Code is nested too deeply' },
};

/** Words of a step; `code` and `detail` appear in them as they are in the step. */
const STEP_TEXTS: Readonly<Record<ScanStep['kind'], LocalizedText>> = {
  'request-data': { 'zh-CN': '数据来自访客请求：{code}', 'en-US': 'Data comes from the visitor: {code}' },
  'file-data': { 'zh-CN': '数据来自文件：{code}', 'en-US': 'Data comes from a file: {code}' },
  'remote-data': { 'zh-CN': '数据来自其他服务器：{code}', 'en-US': 'Data comes from another server: {code}' },
  assigned: { 'zh-CN': '赋值给 {code}', 'en-US': 'Assigned to {code}' },
  decoded: { 'zh-CN': '经 {detail} 解码：{code}', 'en-US': 'Decoded by {detail}: {code}' },
  'built-name': { 'zh-CN': '拼接出名称 {detail}：{code}', 'en-US': 'Builds the name {detail}: {code}' },
  called: { 'zh-CN': '作为函数调用：{code}', 'en-US': 'Called as a function: {code}' },
  executed: { 'zh-CN': '未经检查被执行：{code}', 'en-US': 'Executed without a check: {code}' },
  included: { 'zh-CN': '作为代码包含：{code}', 'en-US': 'Included as code: {code}' },
  written: { 'zh-CN': '写入文件：{code}', 'en-US': 'Written to a file: {code}' },
  rule: { 'zh-CN': '符合规则 {detail}', 'en-US': 'Matches the rule {detail}' },
  'upload-folder': {
    'zh-CN': '位于上传目录，这里正常只有图片',
    'en-US': 'In an upload folder, which usually holds only pictures',
  },
  'hidden-name': { 'zh-CN': '文件名经过伪装', 'en-US': 'The file name is disguised' },
  'picture-with-code': { 'zh-CN': '图片中含有程序代码', 'en-US': 'A picture with program code inside' },
  setting: { 'zh-CN': '配置：{code}', 'en-US': 'Setting: {code}' },
  'differs-from-original': {
    'zh-CN': '与安装时的文件不一致',
    'en-US': 'Differs from the file that was installed',
  },
};

/** One step of the argument why a file is dangerous, in words. */
export const scanStepText = ({ kind, code = '', detail = '' }: ScanStep, locale: Locale): string =>
  STEP_TEXTS[kind][locale].replace(/\{(code|detail)\}/g, (_, name: string) =>
    name === 'code' ? code : detail,
  );
