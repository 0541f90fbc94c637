import { z } from 'zod';
import { CDN_URL_MAX, CDN_URLS_MAX } from '@sitedeck/contract';
import { describeTask } from '#queue/task-kind';

export const PrefetchPayload = z.object({
  urls: z.array(z.string().max(CDN_URL_MAX)).min(1).max(CDN_URLS_MAX),
  /** The first URL, as the name of the task in lists. */
  objectName: z.string(),
});

/** CDN_PREFETCH: loads URLs into the edge cache. */
export const prefetchTask = describeTask({
  type: 'CDN_PREFETCH',
  payload: PrefetchPayload,
  steps: () => ['prefetch'],
  // URLs that are already cached cost the site nothing.
  resumes: true,
});
