import type { Handlers } from '#api/calls/handlers';
import { changeHandlers } from './change-handlers';
import { listHandlers } from './list-handlers';
import type { CertificateCalls, CertificateParts } from './parts';
import { requestHandlers } from './request-handlers';

export type { CertificateCalls, CertificateParts } from './parts';

/** Answers the console's calls about certificates. */
export const certificateHandlers = (parts: CertificateParts): Handlers<CertificateCalls> => ({
  ...listHandlers(parts),
  ...requestHandlers(parts),
  ...changeHandlers(parts),
});
