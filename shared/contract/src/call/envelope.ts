import { z } from 'zod';

/** Body of every reply of `/api` and `/fs` that is not a stream. `code` is `'200'` on success. */
export interface Envelope<Res> {
  readonly code: string;
  readonly res: Res;
  readonly msg: string;
}

/** The envelopes a client accepts: older services send the number 200. */
export const AnyEnvelope = z.object({
  code: z.union([z.string(), z.number()]).optional(),
  res: z.unknown().optional(),
  msg: z.string().nullish(),
  status: z.unknown().optional(),
});
export type AnyEnvelope = z.infer<typeof AnyEnvelope>;

export const ok = <Res>(res: Res): Envelope<Res> => ({ code: '200', res, msg: '' });
