import type { LocalizedText } from '../faults/entry';
import type { PreflightPoint } from './certificate';

/** Messages of passed preflight checks. A failed check uses the message of its fault. */
export const PREFLIGHT_TEXTS: Readonly<Record<PreflightPoint, LocalizedText>> = {
  dns: { 'zh-CN': '指向本机', 'en-US': 'Points to this server' },
  servers: { 'zh-CN': '权威 DNS 服务器已应答', 'en-US': 'The authoritative DNS servers reply' },
  aaaa: { 'zh-CN': '没有指向其他服务器的 IPv6 地址', 'en-US': 'No AAAA record points to another server' },
  caa: { 'zh-CN': '允许签发证书', 'en-US': 'Certificates can be issued' },
  challenge: { 'zh-CN': '验证路径可以访问', 'en-US': 'The validation path can be reached' },
};
