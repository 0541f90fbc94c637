import { createDecipheriv } from 'node:crypto';
import { z } from 'zod';
import { Refusal } from '#faults/refusal';

const IV_BYTES = 16;
const Sealed = z.object({ p: z.string().min(1).max(256), r: z.string() });

/** What was sealed, or undefined where this is no wire form under our key. */
export function unseal(wire: string, wireKey: Buffer): z.infer<typeof Sealed> | undefined {
  try {
    const bytes = Buffer.from(wire, 'base64');
    const decipher = createDecipheriv('aes-256-cbc', wireKey, bytes.subarray(0, IV_BYTES));
    const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES)), decipher.final()]);
    return Sealed.parse(JSON.parse(text.toString('utf8')));
  } catch {
    return undefined;
  }
}

/** `{"p":"…","r":"…"}` with our `captchaRand` and an iv in front: none is shorter, bytes. */
const SHORTEST = 80;
const BLOCK_BYTES = 16;

/** Made as a wire form is, under whatever key: no password that anybody typed. */
export function looksSealed(text: string): boolean {
  const bytes = Buffer.from(text, 'base64');
  return bytes.length >= SHORTEST && bytes.length % BLOCK_BYTES === 0 && bytes.toString('base64') === text;
}

/**
 * The password of base64(iv16 ‖ AES-256-CBC-PKCS7(wireKey, JSON {p, r})).
 * Refuses password-unreadable, and password-replayed where `r` belongs to another challenge.
 */
export function openWirePassword(wire: string, wireKey: Buffer, captchaRand: string): string {
  const sealed = unseal(wire, wireKey);
  if (!sealed) throw new Refusal('password-unreadable', { field: 'password' });
  const { p, r } = sealed;
  if (r !== captchaRand) throw new Refusal('password-replayed', { field: 'password' });
  return p;
}
