/** What a portal hands over: a token; nothing where its visitor is signed out; a rejection where it can't tell. */
export type GetToken<Asked extends unknown[] = []> = (
  ...asked: Asked
) => Promise<string | null | undefined> | string | null | undefined;

/** Why there is no token: the portal says that nobody is signed in, or it said nothing that could be understood. */
export type NoToken = 'signed-out' | 'no-answer';

export type PortalAnswer = { readonly is: 'token'; readonly token: string } | { readonly is: NoToken };

/** A portal that does not answer in this time does not answer, ms. */
const TOKEN_TIMEOUT_MS = 30_000;

/** Never rejects: a portal is JavaScript of somebody else, and may do anything. */
export async function askPortal(getToken: GetToken): Promise<PortalAnswer> {
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

function withinTime<Value>(asked: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), TOKEN_TIMEOUT_MS);
  });
  return Promise.race([asked, late]).finally(() => clearTimeout(timer));
}

/** A header must hold nothing but a token. */
const isToken = (given: unknown): given is string =>
  typeof given === 'string' && /^[\w.~+/=-]{16,512}$/.test(given);
