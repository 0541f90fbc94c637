import type { providerCalls } from '@sitedeck/contract';
import type { Handlers } from '#api/calls/handlers';
import { accountHandlers, type AccountParts } from './account-handlers';
import { hostHandlers, type ProviderHostParts } from './host-handlers';
import { keyHandlers, type KeyParts } from './key-handlers';

export type ProviderCalls = Pick<
  typeof providerCalls,
  | 'createAccount'
  | 'listAccounts'
  | 'listHosts'
  | 'createHost'
  | 'updateHost'
  | 'getHost'
  | 'deleteHost'
  | 'createToken'
  | 'createEmbedToken'
  | 'createKey'
  | 'listKeys'
  | 'revokeKey'
>;

export type ProviderParts = AccountParts & ProviderHostParts & KeyParts;

/** Answers the provider's calls about accounts, hosts and keys. */
export const providerHandlers = (parts: ProviderParts): Handlers<ProviderCalls> => ({
  ...accountHandlers(parts),
  ...hostHandlers(parts),
  ...keyHandlers(parts),
});
