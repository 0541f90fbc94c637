import { RULES_MAX, type HostCode } from '@sitedeck/contract';
import type { Db } from '#state/db';
import { Refusal } from '#faults/refusal';

/** A stored rewrite rule of a site, in force or not. */
export interface StoredRule {
  readonly id: number;
  readonly name: string;
  readonly content: string;
  readonly changedAt: Date;
}

export interface NewRule {
  readonly id?: number | undefined;
  readonly name: string;
  readonly content: string;
}

/** Stored rules. Every query names host and id together, so no host reaches rules of another. */
export function makeRuleStore(db: Db) {
  const ofHost = (hostCode: HostCode) =>
    db
      .selectFrom('rewrite_rule')
      .select(['id', 'name', 'content', 'changed_at as changedAt'])
      .where('host_code', '=', hostCode);

  const add = async (hostCode: HostCode, { name, content }: NewRule): Promise<number> => {
    const { count } = await db
      .selectFrom('rewrite_rule')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('host_code', '=', hostCode)
      .executeTakeFirstOrThrow();
    if (count >= RULES_MAX) throw new Refusal('too-many-rules', { values: { limit: RULES_MAX } });
    const row = await db
      .insertInto('rewrite_rule')
      .values({ host_code: hostCode, name, content })
      .returning('id')
      .executeTakeFirstOrThrow();
    return row.id;
  };

  return {
    list: (hostCode: HostCode): Promise<StoredRule[]> => ofHost(hostCode).orderBy('id').execute(),
    /** Refuses with `rule-gone`. */
    get: async (hostCode: HostCode, id: number): Promise<StoredRule> => {
      const row = await ofHost(hostCode).where('id', '=', id).executeTakeFirst();
      if (!row) throw new Refusal('rule-gone');
      return row;
    },
    /** Stores a rule and returns its id. Refuses with `rule-gone` or `too-many-rules`. */
    save: async (hostCode: HostCode, rule: NewRule): Promise<number> => {
      if (rule.id === undefined) return add(hostCode, rule);
      const changed = await db
        .updateTable('rewrite_rule')
        .set({ name: rule.name, content: rule.content, changed_at: new Date() })
        .where('host_code', '=', hostCode)
        .where('id', '=', rule.id)
        .returning('id')
        .executeTakeFirst();
      if (!changed) throw new Refusal('rule-gone');
      return rule.id;
    },
    remove: async (hostCode: HostCode, id: number): Promise<void> => {
      await db.deleteFrom('rewrite_rule').where('host_code', '=', hostCode).where('id', '=', id).execute();
    },
  };
}
