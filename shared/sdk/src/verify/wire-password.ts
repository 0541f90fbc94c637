import AES from 'crypto-js/aes';
import Base64 from 'crypto-js/enc-base64';
import Utf8 from 'crypto-js/enc-utf8';
import WordArray from 'crypto-js/lib-typedarrays';

const IV_BYTES = 16;

/**
 * Wire form of a password: base64(iv16 ‖ AES-256-CBC-PKCS7(wireKey, JSON `{p, r}`)). `captchaRand` makes a
 * captured request useless a second time; TLS hides the password from readers of the wire. `wireKey` is base64
 * of 32 bytes.
 */
export function wirePassword(password: string, captchaRand: string, wireKey: string): string {
  const iv = WordArray.random(IV_BYTES);
  const plain = Utf8.parse(JSON.stringify({ p: password, r: captchaRand }));
  const { ciphertext } = AES.encrypt(plain, Base64.parse(wireKey), { iv });
  return Base64.stringify(iv.concat(ciphertext));
}
