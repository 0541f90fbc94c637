import {
  changeDatabasePassword,
  checkImport,
  checkReplaceUrl,
  emptyDatabase,
  exportDatabase,
  importDatabase,
  killProcess,
  listProcesses,
  listSafetyCopies,
  listSlowQueries,
  listTables,
  openAdminTool,
  readDatabase,
  replaceUrl,
  setRemoteAccess,
  showDatabasePassword,
  undoDatabase,
  vhostInfo,
} from '@sitedeck/contract';
import { api, announcedEndpoint, quietEndpoint } from '@sitedeck/sdk/query';

const DATABASE = 'ownDatabase';
const CONNECTIONS = 'ownDatabaseConnections';

const providesDatabase = { providesTags: [DATABASE] as const };
const invalidatesDatabase = { invalidatesTags: [DATABASE] as const };
/** For queries of dialogs: nothing is cached after the dialog closes. */
const uncached = { keepUnusedDataFor: 0 };

/**
 * The database of the host. Query names are unique across remotes, because all remotes share one API and the
 * first definition of a name wins. Calls of dialogs are quiet (`quietEndpoint`): the dialog shows the
 * refusal. The shell announces refusals of the others.
 */
export const databaseApi = api.enhanceEndpoints({ addTagTypes: [DATABASE, CONNECTIONS] }).injectEndpoints({
  endpoints: (build) => ({
    ownDatabase: build.query({ ...quietEndpoint(readDatabase), ...providesDatabase }),
    ownTables: build.query({ ...quietEndpoint(listTables), ...providesDatabase }),
    ownSlowQueries: build.query({ ...quietEndpoint(listSlowQueries), ...providesDatabase }),
    ownSafetyCopies: build.query({ ...quietEndpoint(listSafetyCopies), ...providesDatabase }),
    ownProcesses: build.query({ ...quietEndpoint(listProcesses), providesTags: [CONNECTIONS] }),
    databaseWays: build.query({ ...quietEndpoint(vhostInfo), ...uncached }),
    checkImport: build.query({ ...quietEndpoint(checkImport), ...uncached }),
    checkReplaceUrl: build.query({ ...quietEndpoint(checkReplaceUrl), ...uncached }),
    showDatabasePassword: build.mutation(announcedEndpoint(showDatabasePassword)),
    changeDatabasePassword: build.mutation(quietEndpoint(changeDatabasePassword)),
    setRemoteAccess: build.mutation({ ...quietEndpoint(setRemoteAccess), ...invalidatesDatabase }),
    killProcess: build.mutation({ ...announcedEndpoint(killProcess), invalidatesTags: [CONNECTIONS] }),
    openAdminTool: build.mutation(announcedEndpoint(openAdminTool)),
    importDatabase: build.mutation(quietEndpoint(importDatabase)),
    exportDatabase: build.mutation(quietEndpoint(exportDatabase)),
    emptyDatabase: build.mutation(quietEndpoint(emptyDatabase)),
    undoDatabase: build.mutation(announcedEndpoint(undoDatabase)),
    replaceUrl: build.mutation(quietEndpoint(replaceUrl)),
  }),
});

/** Reads the shown data again after a task changed the database. */
export const databaseChanged = () => databaseApi.util.invalidateTags([DATABASE, CONNECTIONS]);

/** Reads again whenever a view opens, because the site itself changes its database all the time. */
export const FRESH = { refetchOnMountOrArgChange: true } as const;
