import { checkOwn, makeSiteSettings } from '#sites/config/save-site-config';
import type { WorkerNode } from './open-node';

/** The site configuration as the worker changes it: it asks its own engines. */
export const siteSettings = ({ db, nodeHosts }: WorkerNode) =>
  makeSiteSettings({
    db,
    work: {
      checkSite: (hostCode, document) => nodeHosts.queries.checkSite(hostCode, document),
      applySites: async (hostCode) => checkOwn(hostCode, await nodeHosts.applySites()),
    },
  });
