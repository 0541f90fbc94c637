import { LOCALES } from './fault';
import { connectionText, reasonText } from './connection-text';

describe('why a connection failed', () => {
  it.each([
    ['DNS', '域名无法解析'],
    ['ETIMEDOUT', '服务器没有回应'],
    ['connect ECONNREFUSED 192.0.2.7:21', '连接被拒绝，请检查端口'],
    ['connect ENETUNREACH 2001:db8::1:21 - Local (:::0)', '网络不通'],
    ['read ECONNRESET', '连接中断'],
    ['Timed out while waiting for handshake', '服务器没有回应'],
    ['TLS: 0A00010B:SSL routines:ssl3_get_record:wrong version number', '此端口不使用 TLS，请检查协议和端口'],
    ['Handshake failed: no matching key exchange algorithm', '对方的加密方式过旧'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', '证书为自签名'],
    ['CERT_HAS_EXPIRED', '证书已过期'],
    [
      "Error [ERR_TLS_CERT_ALTNAME_INVALID]: Hostname/IP does not match certificate's altnames",
      '证书不属于此地址',
    ],
  ])('says %s in both languages', (why, chinese) => {
    expect(connectionText(why, 'zh-CN')).toBe(chinese);
    expect(connectionText(why, 'en-US')).toMatch(/^[a-zT][^_]*[a-z]$/);
  });

  it('keeps the reply of the other server', () => {
    for (const locale of LOCALES)
      expect(connectionText('530 Login incorrect', locale)).toBe('530 Login incorrect');
  });

  it('says the reason of a fault with its message', () => {
    expect(reasonText('move-link-left-out', 'zh-CN')).toContain('符号链接');
    expect(reasonText('ETIMEDOUT', 'zh-CN')).toBe('服务器没有回应');
  });
});
