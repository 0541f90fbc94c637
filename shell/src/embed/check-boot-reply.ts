import type { Locale } from '@sitedeck/contract';
import type { GetToken } from '@sitedeck/sdk';
import type { EmbedFailure } from './embed-failure';
import type { EmbedOptions } from './embed-api';
import type { BootReply, EmbedBoot } from './read-boot';
import { registerRemote, isRegistered, type OpenRemote } from './open-remotes';

export interface CheckedBoot {
  readonly is: 'settled';
  readonly boot: EmbedBoot;
  readonly tenant: OpenRemote;
  readonly leave: () => void;
}

type Outcome = CheckedBoot | { readonly is: 'failed'; readonly why: EmbedFailure };

const failed = (why: EmbedFailure): Outcome => ({ is: 'failed', why });

/** Compares the server's reply with the portal's request; the remote enters the page if both agree. */
export function checkBootReply(reply: BootReply, options: EmbedOptions, locale: Locale): Outcome {
  switch (reply.is) {
    case 'lost':
      return failed({ is: 'network' });
    case 'auth-required':
      return failed(reply);
    case 'denied':
      return failed(reply);
    case 'boot':
      return take(reply, options, locale);
  }
}

function take(
  { boot, token }: Extract<BootReply, { is: 'boot' }>,
  { name, host, getToken }: EmbedOptions,
  locale: Locale,
): Outcome {
  const { remote, config, host: info } = boot;
  if (remote.name !== name) return failed({ is: 'name-mismatch' });
  if (host !== undefined && host !== info.hostService.hostCode) return failed({ is: 'host-mismatch', host });
  // If the remote is in the page already, its calls have a token. This one would be used at their next renewal, too late.
  const tenant: OpenRemote = {
    name,
    getToken: isRegistered(name) ? getToken : startingWith(token, getToken),
  };
  const entry = registerRemote(tenant, { config, host: info, locale });
  if (entry.is === 'host-conflict') return failed(entry);
  return { is: 'settled', boot, tenant, leave: entry.leave };
}

/** The token that fetched the boot document serves for the first calls too. */
function startingWith(token: string, getToken: GetToken): GetToken {
  let fresh: string | undefined = token;
  return () => {
    if (fresh === undefined) return getToken();
    const first = fresh;
    fresh = undefined;
    return first;
  };
}
