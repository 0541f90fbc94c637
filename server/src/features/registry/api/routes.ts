import type { Handlers } from '#api/calls/handlers';
import { pageHandlers, type PageCalls, type PageParts } from './page-handlers';
import { versionHandlers, type VersionCalls, type VersionParts } from './versions/version-handlers';

export type RegistryCalls = PageCalls;
export type RegistryProviderCalls = VersionCalls;
export type RegistryParts = PageParts;

/** Answers the calls that pages of the console and of portals make. */
export const registryHandlers = (parts: RegistryParts): Handlers<RegistryCalls> => pageHandlers(parts);

/** Answers the provider's calls about remotes, their versions and traffic. */
export const registryProviderHandlers = (parts: VersionParts): Handlers<RegistryProviderCalls> =>
  versionHandlers(parts);
