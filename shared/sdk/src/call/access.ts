import type { CallShape } from '@sitedeck/contract';

/** What shows the server who makes a call. */
export type Proof = Readonly<Record<string, string>>;

/** How this page is let in: by the console's cookie, or by tokens that a portal hands over. */
export interface Access {
  /** The browser adds the console's cookie. Never together with a token: the server refuses both at once. */
  readonly sendsCookie: boolean;
  /** Headers for one call; `undefined` where nobody is signed in. */
  readonly show: (def: CallShape) => Promise<Proof | undefined>;
  /** What is at hand without waiting, for a last word while the page goes away. */
  readonly atHand: (def: CallShape) => Proof;
  /** The server took `refused` for expired: whether another proof is there now. */
  readonly renew: (def: CallShape, refused: Proof) => Promise<boolean>;
  /** Asks the portal anew after it gave no token. */
  readonly retry: () => void;
  /** Keeps no token: nobody in the page needs one any more. */
  readonly forget: () => void;
}

const NOTHING: Proof = {};

export const cookieAccess: Access = {
  sendsCookie: true,
  show: () => Promise.resolve(NOTHING),
  atHand: () => NOTHING,
  renew: () => Promise.resolve(false),
  retry: () => undefined,
  forget: () => undefined,
};

/** Where a portal's tokens come from. A token opens the calls of one remote, and those that every remote may make. */
export interface TokenSource {
  /** Names of the remotes in the page, the one that came first first. */
  readonly remotes: () => readonly string[];
  /** Asked at the first call, and whenever the server says that the last token is over. */
  readonly getToken: (remote: string) => Promise<string>;
}

/** A portal that does not answer is as good as one that refuses, ms. */
const TOKEN_TIMEOUT_MS = 30_000;

type Held =
  | { readonly is: 'asked'; readonly token: Promise<string> }
  | { readonly is: 'held'; readonly token: string }
  /** Nothing is asked again by itself: polls would ask without end. */
  | { readonly is: 'refused' };

const proofOf = (token: string): Proof => ({ Authorization: `Bearer ${token}` });

/** Tokens kept per remote in memory only; each is asked for once however many calls wait for it. */
export function tokenAccess({ remotes, getToken }: TokenSource): Access {
  const held = new Map<string, Held>();

  const remoteFor = ({ embed }: CallShape): string | undefined =>
    remotes().find((name) => embed === 'any' || embed?.includes(name));

  const ask = async (remote: string): Promise<string> => {
    const token = withinTime(Promise.resolve(remote).then(getToken)).then(checked);
    held.set(remote, { is: 'asked', token });
    try {
      const got = await token;
      held.set(remote, { is: 'held', token: got });
      return got;
    } catch (error) {
      console.warn('SiteDeck: getToken gave no token', error);
      held.set(remote, { is: 'refused' });
      throw error;
    }
  };

  const tokenOf = (remote: string): Promise<string> => {
    const now = held.get(remote);
    if (now?.is === 'refused') return Promise.reject(new Error('refused before'));
    return now === undefined ? ask(remote) : Promise.resolve(now.token);
  };

  const show = (def: CallShape): Promise<Proof | undefined> => {
    const remote = remoteFor(def);
    if (remote === undefined) return Promise.resolve(undefined);
    return tokenOf(remote).then(proofOf, () => undefined);
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
      // Another call may have renewed it while this one was under way.
      if (now?.is === 'held' && proofOf(now.token)['Authorization'] === refused['Authorization'])
        held.delete(remote);
      return (await show(def)) !== undefined;
    },
    retry: () => {
      for (const [remote, { is }] of held) if (is === 'refused') held.delete(remote);
    },
    forget: () => held.clear(),
  };
}

function withinTime(asked: Promise<string>): Promise<string> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), TOKEN_TIMEOUT_MS);
  });
  return Promise.race([asked, late]).finally(() => clearTimeout(timer));
}

/** A portal is JavaScript of somebody else; a header must hold nothing but a token. */
function checked(token: unknown): string {
  if (typeof token !== 'string' || !/^[\w.~+/=-]{16,512}$/.test(token)) throw new Error('not a token');
  return token;
}
