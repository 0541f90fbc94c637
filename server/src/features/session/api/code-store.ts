import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import {
  CAPTCHA_COOLDOWN_MS,
  ONE_TIME_CODE_MS,
  ONE_TIME_CODE_TRIES,
  type HostCode,
  type VerifiedAct,
} from '@sitedeck/contract';
import { hashPassword, passwordMatches, type PasswordCost } from '#sites/api/password';
import type { Db } from '#state/db';
import { Refusal } from '#faults/refusal';

const CODE_DIGITS = 6;

export const newCode = (): string => String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');

export const isCode = (text: string): boolean => /^\d{6}$/.test(text);

/** The session and host for which a code is valid. */
export interface CodeOwner {
  /** `Session.id`. */
  readonly sessionId: string;
  readonly hostCode: HostCode;
}

export type CodeCheck =
  | { readonly is: 'right' }
  /** `left`: tries until it is over. */
  | { readonly is: 'wrong'; readonly left: number }
  /** Never sent, over, used, for another action, or tried too often. */
  | { readonly is: 'none' };

export interface CodeStore {
  /** Reserves a host's turn to get a code. Refuses with `code-too-soon`. */
  takeTurn(hostCode: HostCode): Promise<void>;
  /** Returns a turn in which no code was sent. */
  giveTurnBack(hostCode: HostCode): Promise<void>;
  /** Stores a code and replaces an older one. `act`: the only call that the code is valid for. */
  put(owner: CodeOwner, given: { code: string; act: VerifiedAct | undefined }): Promise<void>;
  /** If several callers send the right code at once, only one gets `right`. */
  redeem(owner: CodeOwner, given: { code: string; act: string }): Promise<CodeCheck>;
  sweep(): Promise<void>;
}

export interface CodeStoreParts {
  readonly db: Db;
  readonly now: () => number;
  /** Cost of hashing; undefined: the default of `hashPassword`. */
  readonly passwordCost?: PasswordCost;
}

export function makeCodeStore({ db, now, passwordCost }: CodeStoreParts): CodeStore {
  const secondsLeft = async (hostCode: HostCode): Promise<number> => {
    const row = await db
      .selectFrom('code_sent')
      .select('sent_at')
      .where('host_code', '=', hostCode)
      .executeTakeFirst();
    const until = (row?.sent_at.getTime() ?? 0) + CAPTCHA_COOLDOWN_MS;
    return Math.max(1, Math.ceil((until - now()) / 1000));
  };

  return {
    takeTurn: async (hostCode) => {
      const at = new Date(now());
      const row = await db
        .insertInto('code_sent')
        .values({ host_code: hostCode, sent_at: at })
        .onConflict((conflict) =>
          conflict
            .column('host_code')
            .doUpdateSet({ sent_at: at })
            .where('code_sent.sent_at', '<=', new Date(now() - CAPTCHA_COOLDOWN_MS)),
        )
        .returning('host_code')
        .executeTakeFirst();
      if (row) return;
      const seconds = await secondsLeft(hostCode);
      throw new Refusal('code-too-soon', { retryAfter: seconds, values: { seconds } });
    },
    giveTurnBack: async (hostCode) => {
      await db.deleteFrom('code_sent').where('host_code', '=', hostCode).execute();
    },
    put: async ({ sessionId, hostCode }, { code, act }) => {
      // A slow hash: trying a million codes on a stolen row takes longer than a code is valid.
      const hash = await hashPassword(code, hostCode, passwordCost);
      const until = new Date(now() + ONE_TIME_CODE_MS);
      // Stores nothing if the session has ended meanwhile.
      await sql`
        insert into one_time_code (session_id, host_code, act, hash, expires_at)
        select id_hash, ${hostCode}, ${act ?? null}, ${hash}, ${until} from session where id_hash = ${sessionId}
        on conflict (session_id, host_code) do update
          set act = excluded.act, hash = excluded.hash, tries = 0, expires_at = excluded.expires_at`.execute(
        db,
      );
    },
    redeem: async ({ sessionId, hostCode }, { code, act }) => {
      const tried = await db
        .updateTable('one_time_code')
        .set((row) => ({ tries: row('tries', '+', 1) }))
        .where('session_id', '=', sessionId)
        .where('host_code', '=', hostCode)
        .where('expires_at', '>', new Date(now()))
        .where('tries', '<', ONE_TIME_CODE_TRIES)
        .where((row) => row.or([row('act', 'is', null), row('act', '=', act)]))
        .returning(['hash', 'tries'])
        .executeTakeFirst();
      if (!tried) return { is: 'none' };
      if (!(await passwordMatches(code, tried.hash, hostCode)))
        return { is: 'wrong', left: ONE_TIME_CODE_TRIES - tried.tries };
      const used = await db
        .deleteFrom('one_time_code')
        .where('session_id', '=', sessionId)
        .where('host_code', '=', hostCode)
        .where('hash', '=', tried.hash)
        .returning('hash')
        .executeTakeFirst();
      return used ? { is: 'right' } : { is: 'none' };
    },
    sweep: async () => {
      await db.deleteFrom('one_time_code').where('expires_at', '<', new Date(now())).execute();
    },
  };
}
