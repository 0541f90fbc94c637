import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { Refusal } from '#faults/refusal';

/** A certificate with its chain and key, checked and in order. */
export interface CheckedCertificate {
  /** PEM: the certificate, then its chain, without the root. */
  readonly chain: string;
  /** PEM, PKCS #8. */
  readonly key: string;
  /** Lower case; a wildcard begins with `*.`. */
  readonly names: readonly string[];
  readonly issuer: string;
  /** For people, such as `RSA 2048`. */
  readonly keyAlgorithm: string;
  /** SHA-256 of the certificate, hex. */
  readonly fingerprint: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
}

const BLOCK = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g;
/** Certificates of one file: a chain has two or three. */
const BLOCKS_MAX = 10;
const NAME = /^(?:\*\.)?(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;
/** Names of one certificate: the limit of public authorities. */
const NAMES_MAX = 100;
const RSA_BITS_MIN = 2048;
/** Curves that browsers accept, by OpenSSL's names, as people know them. */
const CURVES: ReadonlyMap<string, string> = new Map([
  ['prime256v1', 'P-256'],
  ['secp384r1', 'P-384'],
  ['secp521r1', 'P-521'],
]);

function parseBlocks(text: string): readonly X509Certificate[] {
  const blocks = text.match(BLOCK) ?? [];
  if (blocks.length === 0 || blocks.length > BLOCKS_MAX)
    throw new Refusal('certificate-not-pem', { field: 'certificate' });
  try {
    return blocks.map((block) => new X509Certificate(block));
  } catch {
    throw new Refusal('certificate-not-pem', { field: 'certificate' });
  }
}

function parseKey(text: string): KeyObject {
  try {
    return createPrivateKey({ key: text, format: 'pem' });
  } catch {
    throw new Refusal('certificate-key-not-pem', { field: 'privateKey' });
  }
}

/** Algorithm and size. Refuses with `certificate-weak-key` for keys that browsers refuse. */
function algorithmOf(key: KeyObject): string {
  const { modulusLength = 0, namedCurve = '' } = key.asymmetricKeyDetails ?? {};
  const isRsa = key.asymmetricKeyType === 'rsa';
  const isEc = key.asymmetricKeyType === 'ec';
  const shown = isRsa
    ? `RSA ${modulusLength}`
    : isEc
      ? `ECDSA ${CURVES.get(namedCurve) ?? namedCurve}`
      : String(key.asymmetricKeyType);
  const isStrong = (isRsa && modulusLength >= RSA_BITS_MIN) || (isEc && CURVES.has(namedCurve));
  if (!isStrong) throw new Refusal('certificate-weak-key', { field: 'privateKey', values: { key: shown } });
  return shown;
}

/** Names of the subject alternative name; browsers ignore the common name. */
function namesOf({ subjectAltName = '' }: X509Certificate): readonly string[] {
  const names = subjectAltName
    .split(', ')
    .flatMap((entry) => (entry.startsWith('DNS:') ? [entry.slice('DNS:'.length).toLowerCase()] : []))
    .filter((name) => NAME.test(name));
  if (names.length === 0 || names.length > NAMES_MAX)
    throw new Refusal('certificate-no-names', { field: 'certificate' });
  return [...new Set(names)];
}

const day = (date: Date): string => date.toISOString().slice(0, 10);

function refuseDates(notBefore: Date, notAfter: Date, now: number): void {
  if (notAfter.getTime() <= now)
    throw new Refusal('certificate-expired', { field: 'certificate', values: { date: day(notAfter) } });
  if (notBefore.getTime() > now)
    throw new Refusal('certificate-not-yet', { field: 'certificate', values: { date: day(notBefore) } });
}

const isSelfSigned = (certificate: X509Certificate): boolean => certificate.checkIssued(certificate);

/** A key that OpenSSL does not support, or considers too large, cannot have signed it. */
function signs(issuer: X509Certificate, certificate: X509Certificate): boolean {
  try {
    return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
  } catch {
    return false;
  }
}

/** The common name of a subject or issuer, else all of it on one line. */
const shownName = (distinguished: string): string =>
  (/^CN=(.+)$/m.exec(distinguished)?.[1] ?? distinguished.replaceAll('\n', ', ')).slice(0, 200);

/** Browsers refuse a chain with an expired intermediate, even if the certificate is valid; they have the roots themselves. */
function refuseExpiredIntermediates(others: readonly X509Certificate[], now: number): void {
  const expired = others.find((one) => Date.parse(one.validTo) <= now && !isSelfSigned(one));
  if (!expired) return;
  const values = { subject: shownName(expired.subject), date: day(new Date(expired.validTo)) };
  throw new Refusal('certificate-chain-expired', { field: 'certificate', values });
}

/**
 * The certificate, then the one that signed it, and so on, without the root, which clients have themselves. Refuses an
 * incomplete chain, which some clients would not trust, and a certificate outside the chain too, as a sign of mixed-up files.
 */
function chainOf(leaf: X509Certificate, others: readonly X509Certificate[]): readonly X509Certificate[] {
  const chain = [leaf];
  let rest = others;
  for (let last = leaf; !isSelfSigned(last);) {
    const issuer = rest.find((one) => signs(one, last));
    if (!issuer) break;
    rest = rest.filter((one) => one !== issuer);
    chain.push(issuer);
    last = issuer;
  }
  const [foreign] = rest.filter((one) => !isSelfSigned(one));
  if (foreign)
    throw new Refusal('certificate-chain-foreign', {
      field: 'certificate',
      values: { subject: shownName(foreign.subject) },
    });
  if (chain.length === 1 && !isSelfSigned(leaf))
    throw new Refusal('certificate-chain-broken', {
      field: 'certificate',
      values: { issuer: shownName(leaf.issuer) },
    });
  return chain.filter((one, index) => index === 0 || !isSelfSigned(one));
}

/**
 * Reads a certificate with its chain, in any order, and its key. Refuses with the `certificate-…` fault that says what is
 * wrong.
 */
export function readCertificate(certificate: string, privateKey: string, now: number): CheckedCertificate {
  const all = parseBlocks(certificate);
  const key = parseKey(privateKey);
  const leaf = all.find((one) => one.checkPrivateKey(key));
  if (!leaf) throw new Refusal('certificate-key-mismatch', { field: 'privateKey' });
  const keyAlgorithm = algorithmOf(key);
  const names = namesOf(leaf);
  const [notBefore, notAfter] = [new Date(leaf.validFrom), new Date(leaf.validTo)];
  refuseDates(notBefore, notAfter, now);
  const others = all.filter((one) => one.fingerprint256 !== leaf.fingerprint256);
  refuseExpiredIntermediates(others, now);
  const chain = chainOf(leaf, others);
  return {
    chain: chain.map((one) => one.toString()).join(''),
    key: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
    names,
    issuer: shownName(leaf.issuer),
    keyAlgorithm,
    fingerprint: leaf.fingerprint256.replaceAll(':', '').toLowerCase(),
    notBefore,
    notAfter,
  };
}
