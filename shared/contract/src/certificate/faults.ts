import type { FaultEntry } from '../faults/entry';

/** Faults of certificates. */
export const CERTIFICATE_FAULTS = {
  'certificate-gone': {
    code: '404',
    'zh-CN': '证书不存在或已被删除',
    'en-US': 'This certificate no longer exists',
  },
  'certificate-not-pem': {
    code: '400',
    'zh-CN': '证书不是 PEM 格式，应以 -----BEGIN CERTIFICATE----- 开头',
    'en-US': 'The certificate is not PEM. It should begin with -----BEGIN CERTIFICATE-----',
  },
  'certificate-key-not-pem': {
    code: '400',
    'zh-CN': '私钥不是 PEM 格式，或设有密码。请上传没有密码的私钥',
    'en-US': 'The private key is not PEM or has a passphrase. Upload a key without a passphrase',
  },
  'certificate-key-mismatch': {
    code: '400',
    'zh-CN': '私钥与证书不匹配，请检查是否为同一次申请的文件',
    'en-US': 'The private key does not belong to this certificate. Use the files of one request',
  },
  'certificate-expired': {
    code: '400',
    'zh-CN': '证书已于 {date} 过期',
    'en-US': 'The certificate expired on {date}',
  },
  'certificate-not-yet': {
    code: '400',
    'zh-CN': '证书从 {date} 起才有效',
    'en-US': 'The certificate is not valid before {date}',
  },
  'certificate-weak-key': {
    code: '400',
    'zh-CN': '私钥强度不足（{key}），浏览器会拒绝。RSA 至少需要 2048 位',
    'en-US': 'The key is too weak ({key}); browsers refuse it. RSA needs 2048 bits or more',
  },
  'certificate-no-names': {
    code: '400',
    'zh-CN': '证书中没有域名',
    'en-US': 'The certificate contains no domain names',
  },
  'certificate-chain-broken': {
    code: '400',
    'zh-CN': '证书链不完整，缺少「{issuer}」的证书，请一并上传',
    'en-US': 'The chain is incomplete: the certificate of "{issuer}" is missing. Upload it too',
  },
  'certificate-chain-foreign': {
    code: '400',
    'zh-CN': '文件中有不属于此证书链的证书：{subject}',
    'en-US': 'The file contains a certificate outside this chain: {subject}',
  },
  'certificate-too-many': {
    code: '400',
    'zh-CN': '每个主机最多保存 {limit} 个证书，请先删除不用的证书',
    'en-US': 'A host can keep at most {limit} certificates. Remove unused ones first',
  },
} as const satisfies Record<string, FaultEntry>;
