import type { Authorization, Order } from 'acme-client';
import { z } from 'zod';
import { unusableReply } from './problem';

/** Challenges of one authorization; authorities offer about three. */
const CHALLENGES_MAX = 20;

const OrderReply = z.looseObject({
  url: z.string(),
  status: z.string(),
  finalize: z.string(),
  authorizations: z.array(z.string()),
});

const AuthorizationReply = z.looseObject({
  status: z.string(),
  identifier: z.object({ value: z.string().max(253) }),
  challenges: z
    .array(
      z.looseObject({
        type: z.string(),
        url: z.string(),
        token: z.string().optional(),
      }),
    )
    .max(CHALLENGES_MAX),
});

const isLike = (schema: z.ZodType, reply: unknown): boolean => schema.safeParse(reply).success;

/** Checks replies, whose types acme-client only declares. */
export const checkReply = {
  /** All authorizations of an order are fetched at once, so it may have no more of them than names. */
  order: (reply: Order, names: number): Order => {
    if (!isLike(OrderReply, reply)) throw unusableReply('no order');
    if (reply.authorizations.length > names)
      throw unusableReply(`${reply.authorizations.length} authorizations for ${names} domains`);
    return reply;
  },
  authorizations: (replies: readonly Authorization[]): readonly Authorization[] => {
    if (!replies.every((reply) => isLike(AuthorizationReply, reply))) throw unusableReply('no authorization');
    return replies;
  },
  text: (reply: unknown): string => {
    if (typeof reply !== 'string') throw unusableReply('no certificate');
    return reply;
  },
};
