import type { providerCalls } from '@sitedeck/contract';
import type { Handlers } from '#api/calls/handlers';
import type { Db } from '#state/db';
import { createProviderKey, listProviderKeys, revokeProviderKey } from './key-store';

type KeyCalls = Pick<typeof providerCalls, 'createKey' | 'listKeys' | 'revokeKey'>;

export interface KeyParts {
  readonly db: Db;
  readonly now: () => number;
}

export const keyHandlers = ({ db, now }: KeyParts): Handlers<KeyCalls> => ({
  createKey: async ({ body }, { note }) => {
    note(body.name, { scopes: body.scopes });
    return { name: body.name, key: await createProviderKey(db, body) };
  },
  listKeys: () => listProviderKeys(db),
  revokeKey: async ({ params }, { note }) => {
    note(params.name);
    await revokeProviderKey(db, params.name, new Date(now()));
    return {};
  },
});
