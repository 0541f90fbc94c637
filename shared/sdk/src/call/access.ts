import type { CallShape } from '@sitedeck/contract';
import { requestToken, type GetToken, type NoToken } from './portal-token';

/** How a call is authenticated. */
export type Proof = Readonly<Record<string, string>>;

export type MissingToken = NoToken | 'refused';

/** How this page authenticates: by the console's cookie, or by tokens from a portal. */
export interface Access {
  /** The browser adds the console's cookie. Never send a token with it: the server refuses both at once. */
  readonly sendsCookie: boolean;
  /** Headers for one call; `undefined` when signed out. */
  readonly show: (def: CallShape) => Promise<Proof | undefined>;
  /** The headers that are available without waiting, for a beacon while the page closes. */
  readonly atHand: (def: CallShape) => Proof;
  /** Call it when the server refused these headers as expired. Resolves to true once other headers are available. */
  readonly renew: (def: CallShape, refused: Proof) => Promise<boolean>;
  /** Why a call has no token: the portal gave none, or the server refused those it gave (`refused`). */
  readonly lack: (def: CallShape) => MissingToken;
  /** Asks the portal again after it gave no token. */
  readonly retry: () => void;
  /** Drops the token: no remote in the page needs one any more. */
  readonly forget: () => void;
}

const NOTHING: Proof = {};

export const cookieAccess: Access = {
  sendsCookie: true,
  show: () => Promise.resolve(NOTHING),
  atHand: () => NOTHING,
  renew: () => Promise.resolve(false),
  lack: () => 'refused',
  retry: () => undefined,
  forget: () => undefined,
};

/** Where a portal's tokens come from. A token opens the calls of one remote, and those that every remote may make. */
export interface TokenSource {
  /** Names of the remotes in the page, oldest first. */
  readonly remotes: () => readonly string[];
  /** Called before the first call, and whenever the server says that the last token has expired. */
  readonly getToken: GetToken<[remote: string]>;
}

type HeldToken =
  | { readonly is: 'asked'; readonly token: Promise<string | undefined> }
  | { readonly is: 'held'; readonly token: string }
  /** Nothing is asked again by itself: polls would ask without end. */
  | { readonly is: 'none'; readonly why: NoToken };

const proofOf = (token: string): Proof => ({ Authorization: `Bearer ${token}` });

/** Tokens are cached per remote, in memory only; concurrent calls share one request for a token. */
export function tokenAccess({ remotes, getToken }: TokenSource): Access {
  const held = new Map<string, HeldToken>();

  const remoteFor = ({ embed }: CallShape): string | undefined =>
    remotes().find((name) => embed === 'any' || embed?.includes(name));

  const ask = async (remote: string, isCurrent: () => boolean): Promise<string | undefined> => {
    const reply = await requestToken(() => getToken(remote));
    const token = reply.is === 'token' ? reply.token : undefined;
    // A late reply must not restore a token that was dropped meanwhile.
    if (!isCurrent()) return token;
    if (reply.is === 'token') held.set(remote, { is: 'held', token: reply.token });
    else held.set(remote, { is: 'none', why: reply.is });
    return token;
  };

  const tokenOf = (remote: string): Promise<string | undefined> => {
    const now = held.get(remote);
    if (now?.is === 'none') return Promise.resolve(undefined);
    if (now) return Promise.resolve(now.token);
    const asked: HeldToken = { is: 'asked', token: ask(remote, () => held.get(remote) === asked) };
    held.set(remote, asked);
    return asked.token;
  };

  const show = async (def: CallShape): Promise<Proof | undefined> => {
    const remote = remoteFor(def);
    const token = remote === undefined ? undefined : await tokenOf(remote);
    return token === undefined ? undefined : proofOf(token);
  };

  return {
    sendsCookie: false,
    show,
    atHand: (def) => {
      const now = held.get(remoteFor(def) ?? '');
      return now?.is === 'held' ? proofOf(now.token) : NOTHING;
    },
    renew: async (def, refused) => {
      const remote = remoteFor(def);
      if (remote === undefined) return false;
      const now = held.get(remote);
      // Another call may have renewed the token while this one was running.
      if (now?.is === 'held' && proofOf(now.token)['Authorization'] === refused['Authorization'])
        held.delete(remote);
      return (await show(def)) !== undefined;
    },
    lack: (def) => {
      const now = held.get(remoteFor(def) ?? '');
      return now?.is === 'none' ? now.why : 'refused';
    },
    retry: () => {
      for (const [remote, { is }] of held) if (is === 'none') held.delete(remote);
    },
    forget: () => held.clear(),
  };
}
