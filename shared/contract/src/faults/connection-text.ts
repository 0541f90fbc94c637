import type { Locale, LocalizedText } from './entry';
import { faultMessage, isFaultReason } from './fault-message';

type KnownCause = readonly [pattern: RegExp, text: LocalizedText];

/** What Node.js, OpenSSL and ssh2 report when a connection to another server fails. The first match counts. */
const CONNECTION: readonly KnownCause[] = [
  [
    /^DNS$|\b(?:ENOTFOUND|EAI_AGAIN|ENODATA)\b/,
    { 'zh-CN': '域名无法解析', 'en-US': 'the name could not be resolved' },
  ],
  [
    /\bETIMEDOUT\b|Timed out while waiting|^silent$/,
    { 'zh-CN': '服务器没有回应', 'en-US': 'the server did not respond in time' },
  ],
  [
    /\bECONNREFUSED\b/,
    { 'zh-CN': '连接被拒绝，请检查端口', 'en-US': 'the connection was refused. Check the port' },
  ],
  [
    /\b(?:EHOSTUNREACH|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL)\b/,
    { 'zh-CN': '网络不通', 'en-US': 'the network does not reach it' },
  ],
  [
    /\b(?:ECONNRESET|EPIPE|ECONNABORTED)\b|^closed$|socket hang up|Connection lost before|^Not connected$/,
    { 'zh-CN': '连接中断', 'en-US': 'the connection was lost' },
  ],
  [/^PASV$/, { 'zh-CN': '不支持被动模式', 'en-US': 'it does not support passive mode' }],
];

const ENCRYPTION: readonly KnownCause[] = [
  [
    /wrong version number|packet length too long|http request/i,
    {
      'zh-CN': '此端口不使用 TLS，请检查协议和端口',
      'en-US': 'this port does not use TLS. Check protocol and port',
    },
  ],
  [
    /unsupported protocol|protocol version|no shared cipher|handshake failure|too small|no matching/i,
    { 'zh-CN': '对方的加密方式过旧', 'en-US': 'its encryption methods are out of date' },
  ],
  [/^TLS(?::|$)|^SSH handshake|^Handshake failed/, { 'zh-CN': '无法加密连接', 'en-US': 'encryption failed' }],
  [
    /configured authentication methods failed/,
    { 'zh-CN': '不接受此用户名和密码', 'en-US': 'this user name and password are not accepted' },
  ],
];

const CERTIFICATE: readonly KnownCause[] = [
  [/SELF_SIGNED/, { 'zh-CN': '证书为自签名', 'en-US': 'it is self-signed' }],
  [
    /UNABLE_TO_(?:VERIFY|GET_ISSUER)|CERT_UNTRUSTED|INVALID_CA/,
    { 'zh-CN': '签发机构不受信任', 'en-US': 'its issuer is not trusted' },
  ],
  [/CERT_HAS_EXPIRED/, { 'zh-CN': '证书已过期', 'en-US': 'it has expired' }],
  [/CERT_NOT_YET_VALID/, { 'zh-CN': '证书尚未生效', 'en-US': 'it is not valid yet' }],
  [/CERT_REVOKED/, { 'zh-CN': '证书已吊销', 'en-US': 'it was revoked' }],
  [
    /ALTNAME_INVALID|does not match certificate/,
    { 'zh-CN': '证书不属于此地址', 'en-US': 'it was issued for another name' },
  ],
];

const KNOWN: readonly KnownCause[] = [...CONNECTION, ...ENCRYPTION, ...CERTIFICATE];

/** Why a connection failed, in words. Replies of the other server, and causes without words, stay as they are. */
export function connectionText(why: string, locale: Locale): string {
  return KNOWN.find(([pattern]) => pattern.test(why))?.[1][locale] ?? why;
}

/** A stored reason in words: that of a fault, that of a failed connection, or the other server's reply. */
export const reasonText = (reason: string, locale: Locale): string =>
  isFaultReason(reason) ? faultMessage(reason, locale) : connectionText(reason, locale);
