import { createDecipheriv } from 'node:crypto';
import { z } from 'zod';
import { Refusal } from '../../system/refusal';

const IV_BYTES = 16;
const Sealed = z.object({ p: z.string().min(1).max(256), r: z.string() });

function unseal(wire: string, wireKey: Buffer): z.infer<typeof Sealed> {
  try {
    const bytes = Buffer.from(wire, 'base64');
    const decipher = createDecipheriv('aes-256-cbc', wireKey, bytes.subarray(0, IV_BYTES));
    const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES)), decipher.final()]);
    return Sealed.parse(JSON.parse(text.toString('utf8')));
  } catch {
    throw new Refusal('password-unreadable', { field: 'password' });
  }
}

/**
 * The password of base64(iv16 ‖ AES-256-CBC-PKCS7(wireKey, JSON {p, r})).
 * Refuses password-unreadable, and password-replayed where `r` belongs to another challenge.
 */
export function openWirePassword(wire: string, wireKey: Buffer, captchaRand: string): string {
  const { p, r } = unseal(wire, wireKey);
  if (r !== captchaRand) throw new Refusal('password-replayed', { field: 'password' });
  return p;
}
