import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { AccountCode, CLAIMS, HostCode, ROLES, TOKEN_MS } from '@sitedeck/contract';
import type { Db } from '#state/db';

const TOKEN_BYTES = 32;

/** 32 random bytes that only the holder knows; the database stores their hash. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** What a portal's sign-in token permits. */
export const LoginTokenPayload = z.object({
  accountCode: AccountCode,
  hostCode: HostCode.optional(),
  role: z.enum(ROLES),
  operator: z.string().optional(),
  claims: z.array(z.enum(CLAIMS)).default([]),
});
export type LoginTokenPayload = z.infer<typeof LoginTokenPayload>;

/** What an embed token permits. */
export const EmbedTokenPayload = z.object({
  accountCode: AccountCode,
  hostCode: HostCode,
  remote: z.string(),
  origin: z.string(),
  role: z.enum(ROLES),
  operator: z.string().optional(),
});
export type EmbedTokenPayload = z.infer<typeof EmbedTokenPayload>;

export type IssuedToken =
  | { readonly kind: 'login'; readonly payload: LoginTokenPayload }
  | { readonly kind: 'embed'; readonly payload: EmbedTokenPayload };

/** Issues a token that is valid for five minutes. It is shown only once. */
export async function issueToken(db: Db, { kind, payload }: IssuedToken, now: Date): Promise<string> {
  const token = newToken();
  const expires = new Date(now.getTime() + TOKEN_MS);
  await db
    .insertInto('access_token')
    .values({
      hash: hashToken(token),
      kind,
      payload: JSON.stringify(payload),
      expires_at: expires,
      used_at: null,
    })
    .execute();
  return token;
}
