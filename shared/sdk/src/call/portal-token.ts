/** What a portal returns: a token; nothing when its visitor is signed out; a rejection when it doesn't know. */
export type GetToken<Asked extends unknown[] = []> = (
  ...asked: Asked
) => Promise<string | null | undefined> | string | null | undefined;

/** Why there is no token: the portal says that its visitor is signed out, or it gave no usable reply. */
export type NoToken = 'signed-out' | 'no-answer';

export type PortalReply = { readonly is: 'token'; readonly token: string } | { readonly is: NoToken };

/** How long a portal may take to answer, ms. */
const TOKEN_TIMEOUT_MS = 30_000;

/** Never rejects: a portal's function is foreign JavaScript and may do anything. */
export async function requestToken(getToken: GetToken): Promise<PortalReply> {
  try {
    const given: unknown = await withinTime(Promise.resolve().then(getToken));
    if (given === undefined || given === null || given === '') return { is: 'signed-out' };
    if (isToken(given)) return { is: 'token', token: given };
    throw new Error('not a token');
  } catch (error) {
    console.warn('SiteDeck: getToken gave no token', error);
    return { is: 'no-answer' };
  }
}

function withinTime<Value>(token: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), TOKEN_TIMEOUT_MS);
  });
  return Promise.race([token, timeout]).finally(() => clearTimeout(timer));
}

/** Characters that a header may hold; a token has no others. */
const isToken = (given: unknown): given is string =>
  typeof given === 'string' && /^[\w.~+/=-]{16,512}$/.test(given);
