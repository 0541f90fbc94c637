import {
  changeDatabasePassword,
  checkImport,
  checkReplaceUrl,
  emptyDatabase,
  exportDatabase,
  importDatabase,
  killProcess,
  listFolder,
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

const reading = { providesTags: [DATABASE] as const };
const changing = { invalidatesTags: [DATABASE] as const };
/** Asked once, for a dialog: the next time it is asked anew. */
const passing = { keepUnusedDataFor: 0 };

/**
 * The database of the host. Names of reading calls are this remote's own: all remotes share one API, where the first who
 * takes a name keeps it. What a dialog sends is quiet (`quietEndpoint`): its refusal stands in the dialog. The rest is announced.
 */
export const databaseApi = api.enhanceEndpoints({ addTagTypes: [DATABASE, CONNECTIONS] }).injectEndpoints({
  endpoints: (build) => ({
    ownDatabase: build.query({ ...quietEndpoint(readDatabase), ...reading }),
    ownTables: build.query({ ...quietEndpoint(listTables), ...reading }),
    ownSlowQueries: build.query({ ...quietEndpoint(listSlowQueries), ...reading }),
    ownSafetyCopies: build.query({ ...quietEndpoint(listSafetyCopies), ...reading }),
    ownProcesses: build.query({ ...quietEndpoint(listProcesses), providesTags: [CONNECTIONS] }),
    dumpFolder: build.query({ ...quietEndpoint(listFolder), ...passing }),
    databaseWays: build.query({ ...quietEndpoint(vhostInfo), ...passing }),
    checkImport: build.query({ ...quietEndpoint(checkImport), ...passing }),
    checkReplaceUrl: build.query({ ...quietEndpoint(checkReplaceUrl), ...passing }),
    showDatabasePassword: build.mutation(announcedEndpoint(showDatabasePassword)),
    changeDatabasePassword: build.mutation(quietEndpoint(changeDatabasePassword)),
    setRemoteAccess: build.mutation({ ...quietEndpoint(setRemoteAccess), ...changing }),
    killProcess: build.mutation({ ...announcedEndpoint(killProcess), invalidatesTags: [CONNECTIONS] }),
    openAdminTool: build.mutation(announcedEndpoint(openAdminTool)),
    importDatabase: build.mutation(quietEndpoint(importDatabase)),
    exportDatabase: build.mutation(quietEndpoint(exportDatabase)),
    emptyDatabase: build.mutation(quietEndpoint(emptyDatabase)),
    undoDatabase: build.mutation(announcedEndpoint(undoDatabase)),
    replaceUrl: build.mutation(quietEndpoint(replaceUrl)),
  }),
});

/** Reads what shows anew: a task has changed the database. */
export const databaseChanged = () => databaseApi.util.invalidateTags([DATABASE, CONNECTIONS]);

/** Read anew whenever a view opens: the site itself changes its database all the time. */
export const FRESH = { refetchOnMountOrArgChange: true } as const;
