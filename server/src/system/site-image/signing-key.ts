import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto';
import { join } from 'node:path';
import { writeOnce } from '#system/disk/write-once';

/** Bytes of an ed25519 public key, and of a signature. */
const PUBLIC_BYTES = 32;
const SIGNATURE_BYTES = 64;
/** Bytes that precede the public key in its DER form (RFC 8410). */
const DER_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

/** A public key as operators pass it on: base64 of its 32 bytes. */
export type PublicKeyText = string;

const publicText = (key: KeyObject): PublicKeyText =>
  createPublicKey(key).export({ type: 'spki', format: 'der' }).subarray(-PUBLIC_BYTES).toString('base64');

/** Whether the text is a public key. */
export const isPublicKey = (text: string): boolean =>
  Buffer.from(text, 'base64').length === PUBLIC_BYTES && /^[A-Za-z0-9+/]{43}=$/.test(text);

function publicKey(text: PublicKeyText): KeyObject {
  const key = Buffer.concat([DER_PREFIX, Buffer.from(text, 'base64')]);
  return createPublicKey({ key, type: 'spki', format: 'der' });
}

/** Signs what an installation makes. */
export interface SigningKey {
  readonly publicKey: PublicKeyText;
  sign(bytes: Buffer): Buffer;
}

const NAME = 'image-signing-key.pem';

/** The key of this installation; made on first use. Only root can read it. */
export async function openSigningKey(secrets: string): Promise<SigningKey> {
  const pem = await writeOnce(join(secrets, NAME), () =>
    Promise.resolve(
      generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    ),
  );
  const key = createPrivateKey(pem);
  return { publicKey: publicText(key), sign: (bytes) => sign(null, bytes, key) };
}

/** Size of a signed text's signature line. */
export const SIGNATURE_LINE_BYTES = 64 + 1 + 88 + 1;

const keyHash = (text: PublicKeyText): string =>
  createHash('sha256').update(Buffer.from(text, 'base64')).digest('hex');

/** A line of fixed size: the SHA-256 of the public key, and the signature in base64. */
export const signatureLine = (key: SigningKey, bytes: Buffer): Buffer =>
  Buffer.from(`${keyHash(key.publicKey)} ${key.sign(bytes).toString('base64')}\n`);

/** `foreign`: signed by a key that is not trusted. `wrong`: the bytes are not those that were signed. */
export type Verdict =
  | { readonly is: 'valid'; readonly by: PublicKeyText }
  | { readonly is: 'foreign' }
  | { readonly is: 'wrong' };

/** Checks a signature line against the trusted keys. */
export function checkSignature(line: Buffer, bytes: Buffer, trusted: readonly PublicKeyText[]): Verdict {
  const [hash = '', text = ''] = line.toString('latin1').trim().split(' ');
  const signature = Buffer.from(text, 'base64');
  if (!/^[0-9a-f]{64}$/.test(hash) || signature.length !== SIGNATURE_BYTES) return { is: 'wrong' };
  const by = trusted.find((one) => keyHash(one) === hash);
  if (by === undefined) return { is: 'foreign' };
  return verify(null, bytes, publicKey(by), signature) ? { is: 'valid', by } : { is: 'wrong' };
}
