import { z } from 'zod';
import { shownDomain } from '@sitedeck/contract';
import { describeTask } from '#queue/task-kind';

export const RequestPayload = z.object({
  orderId: z.number().int().positive(),
  /** The order's domains when the task was created; the page shows them. */
  names: z.array(z.string()),
  /** The first of them, for lists. */
  objectName: z.string().optional(),
});

/** How task lists show the domains. */
export const objectOf = ([first = '', ...more]: readonly string[]): string =>
  `${shownDomain(first)}${more.length > 0 ? ` +${more.length}` : ''}`;

/** CERT_APPLY: requests a certificate from the authority, for the first time or as a renewal. */
export const requestTask = describeTask({
  type: 'CERT_APPLY',
  payload: RequestPayload,
  steps: () => ['check', 'order', 'prove', 'issue', 'install', 'verify'],
  // The key exists in memory only until the certificate is stored; a lost task is started again from the order.
  resumes: false,
  passesBlock: true,
});
