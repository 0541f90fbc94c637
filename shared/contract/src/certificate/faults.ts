import type { FaultEntry } from '../faults/entry';

/** Faults of certificates. */
export const CERTIFICATE_FAULTS = {
  'certificate-directory-protected': {
    code: '400',
    'zh-CN': '请先关闭网站根目录防护',
    'en-US': 'Close root site protection first',
  },
  'certificate-gone': {
    code: '404',
    'zh-CN': '证书不存在或已被删除',
    'en-US': 'This certificate no longer exists',
  },
  'certificate-name-foreign': {
    code: '400',
    'zh-CN': '{domain} 没有绑定到此主机',
    'en-US': '{domain} is not bound to this host',
  },
  'certificate-wildcard-way': {
    code: '400',
    'zh-CN': '泛域名 {domain} 只能通过 DNS 验证申请证书，也可以上传证书',
    'en-US': 'The wildcard {domain} needs DNS validation. You can also upload a certificate',
  },
  'certificate-way-unavailable': {
    code: '400',
    'zh-CN': '服务器不支持这种验证方式',
    'en-US': 'This server does not support that validation method',
  },
  'certificate-acme-off': {
    code: '400',
    'zh-CN': '服务商没有开启免费证书，可以上传证书',
    'en-US': 'The provider has not enabled free certificates. You can upload a certificate',
  },
  'certificate-running': {
    code: '409',
    'zh-CN': '{domain} 的证书正在申请中',
    'en-US': 'A certificate for {domain} is already being requested',
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
  'certificate-chain-expired': {
    code: '400',
    'zh-CN': '证书链中的「{subject}」已于 {date} 过期，请从证书机构下载新的证书链后上传',
    'en-US':
      'The certificate "{subject}" in the chain expired on {date}. Download the current chain from the authority and upload it',
  },
  'certificate-too-many': {
    code: '400',
    'zh-CN': '每个主机最多保存 {limit} 个证书，请先删除不用的证书',
    'en-US': 'A host can keep at most {limit} certificates. Remove unused ones first',
  },
  'certificate-dns-elsewhere': {
    code: '400',
    'zh-CN': '{domain} 指向 {found}，不是本机。请把 A 记录改为 {expected}，生效后重试',
    'en-US':
      '{domain} points to {found}, not to this server. Change the A record to {expected}, then try again',
  },
  'certificate-dns-nowhere': {
    code: '400',
    'zh-CN': '{domain} 没有解析。请添加 A 记录 {expected}，生效后重试',
    'en-US': '{domain} has no DNS record. Add an A record with {expected}, then try again',
  },
  'certificate-dns-servers': {
    code: '502',
    'zh-CN':
      '{domain} 的权威 DNS 服务器没有应答，结果来自服务器自己的解析，可能不是最新的。请检查域名的 NS 记录',
    'en-US':
      'The authoritative DNS servers of {domain} did not reply, so the results come from the resolver of this server and may be outdated. Check the NS records of the domain',
  },
  'certificate-aaaa-elsewhere': {
    code: '400',
    'zh-CN': '{domain} 的 AAAA 记录指向 {found}，不是本机。证书机构优先使用 IPv6，请删除或修改这条记录后重试',
    'en-US':
      'The AAAA record of {domain} points to {found}, not to this server, and certificate authorities prefer IPv6. Remove or change it, then try again',
  },
  'certificate-challenge-elsewhere': {
    code: '400',
    'zh-CN': '{domain} 的验证路径由其他服务器应答，请检查中间的代理或 CDN',
    'en-US': 'Another server answers the validation path of {domain}. Check the proxy or CDN in between',
  },
  'certificate-port-closed': {
    code: '400',
    'zh-CN': '无法从服务器自身访问 {domain} 的 {port} 端口，证书机构可能也无法访问',
    'en-US':
      'Port {port} of {domain} could not be reached from the server itself; the certificate authority may not reach it either',
  },
  'certificate-dns-update': {
    code: '502',
    'zh-CN': 'DNS 服务器没有接受 {domain} 的验证记录：{detail}',
    'en-US': 'The DNS server did not accept the validation record of {domain}: {detail}',
  },
  'certificate-not-acme': {
    code: '400',
    'zh-CN': '此证书是上传的，请在签发它的机构续期或吊销',
    'en-US': 'This certificate was uploaded. Renew or revoke it at the authority that issued it',
  },
  'certificate-replaced': {
    code: '400',
    'zh-CN': '另一个证书已包含此证书的全部域名，由那个证书续期。需要此证书时请重新申请',
    'en-US':
      'Another certificate covers all its domains and is renewed instead. Request it again if you need it',
  },
  'certificate-caa': {
    code: '400',
    'zh-CN': '{domain} 的 CAA 记录不允许 {authority} 签发证书，请修改或删除 CAA 记录',
    'en-US':
      'The CAA records of {domain} do not allow {authority} to issue certificates. Change or remove them',
  },
  'certificate-authority-refused': {
    code: '400',
    'zh-CN': '证书机构拒绝了 {domain}：{detail}',
    'en-US': 'The certificate authority rejected {domain}: {detail}',
  },
  'certificate-rate-limited': {
    code: '429',
    'zh-CN': '证书机构限制了申请次数，将在 {date} 后自动重试',
    'en-US': 'The rate limit of the certificate authority was reached. The request is retried after {date}',
  },
  'certificate-authority-down': {
    code: '500',
    'zh-CN': '暂时无法连接证书机构，稍后会自动重试',
    'en-US': "The certificate authority can't be reached. The request will be retried",
  },
  'certificate-authority-answer': {
    code: '502',
    'zh-CN': '证书机构的应答无效（{detail}），已有的证书继续使用。稍后会自动重试，若仍失败请联系服务商',
    'en-US':
      'The certificate authority sent an invalid reply ({detail}). An existing certificate stays in use. The request is retried later; if it fails again, contact your provider',
  },
  'certificate-wrong-names': {
    code: '502',
    'zh-CN':
      '证书机构返回的证书不包含 {domain}，未启用，已有的证书继续使用。稍后会自动重试，若仍失败请联系服务商',
    'en-US':
      'The certificate from the authority does not contain {domain}, so it was not used. An existing certificate stays in use. The request is retried later; if it fails again, contact your provider',
  },
  'certificate-issued-key': {
    code: '502',
    'zh-CN':
      '证书机构返回的证书属于其他私钥，未启用，已有的证书继续使用。稍后会自动重试，若仍失败请联系服务商',
    'en-US':
      'The certificate from the authority belongs to another private key, so it was not used. An existing certificate stays in use. The request is retried later; if it fails again, contact your provider',
  },
  'certificate-issued-dates': {
    code: '502',
    'zh-CN':
      '证书机构返回的证书在 {from} 至 {to} 之间有效，而服务器当前时间为 {now}，未启用，已有的证书继续使用。请联系服务商检查服务器时间和证书机构',
    'en-US':
      "The certificate from the authority is valid from {from} to {to}, but this server's clock shows {now}, so it was not used. An existing certificate stays in use. Ask your provider to check the server's clock and the certificate authority",
  },
  'certificate-issued-chain': {
    code: '502',
    'zh-CN':
      '证书机构返回的证书链不完整、过长或无法读取，未启用，已有的证书继续使用。稍后会自动重试，若仍失败请联系服务商',
    'en-US':
      'The chain from the certificate authority is incomplete, too long or unreadable, so the certificate was not used. An existing certificate stays in use. The request is retried later; if it fails again, contact your provider',
  },
  'certificate-not-served': {
    code: '500',
    'zh-CN': '{domain} 的新证书没有生效，访客仍看到原来的证书',
    'en-US': 'The new certificate of {domain} did not take effect; visitors still get the old one',
  },
} as const satisfies Record<string, FaultEntry>;
