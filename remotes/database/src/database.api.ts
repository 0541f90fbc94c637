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
import { api, mutationOf, queryOf } from '@sitedeck/sdk/query';

const DATABASE = 'ownDatabase';
const CONNECTIONS = 'ownDatabaseConnections';

const reading = { providesTags: [DATABASE] as const };
const changing = { invalidatesTags: [DATABASE] as const };
/** Asked once, for a dialog: the next time it is asked anew. */
const passing = { keepUnusedDataFor: 0 };

/**
 * The database of the host. Names of reading calls are this remote's own: all remotes share one API, where the first who
 * takes a name keeps it. What a dialog sends is quiet (`queryOf`): its refusal stands in the dialog. The rest is announced.
 */
export const databaseApi = api.enhanceEndpoints({ addTagTypes: [DATABASE, CONNECTIONS] }).injectEndpoints({
  endpoints: (build) => ({
    ownDatabase: build.query({ ...queryOf(readDatabase), ...reading }),
    ownTables: build.query({ ...queryOf(listTables), ...reading }),
    ownSlowQueries: build.query({ ...queryOf(listSlowQueries), ...reading }),
    ownSafetyCopies: build.query({ ...queryOf(listSafetyCopies), ...reading }),
    ownProcesses: build.query({ ...queryOf(listProcesses), providesTags: [CONNECTIONS] }),
    dumpFolder: build.query({ ...queryOf(listFolder), ...passing }),
    databaseWays: build.query({ ...queryOf(vhostInfo), ...passing }),
    checkImport: build.query({ ...queryOf(checkImport), ...passing }),
    checkReplaceUrl: build.query({ ...queryOf(checkReplaceUrl), ...passing }),
    showDatabasePassword: build.mutation(mutationOf(showDatabasePassword)),
    changeDatabasePassword: build.mutation(queryOf(changeDatabasePassword)),
    setRemoteAccess: build.mutation({ ...queryOf(setRemoteAccess), ...changing }),
    killProcess: build.mutation({ ...mutationOf(killProcess), invalidatesTags: [CONNECTIONS] }),
    openAdminTool: build.mutation(mutationOf(openAdminTool)),
    importDatabase: build.mutation(queryOf(importDatabase)),
    exportDatabase: build.mutation(queryOf(exportDatabase)),
    emptyDatabase: build.mutation(queryOf(emptyDatabase)),
    undoDatabase: build.mutation(mutationOf(undoDatabase)),
    replaceUrl: build.mutation(queryOf(replaceUrl)),
  }),
});

/** Reads what shows anew: a task has changed the database. */
export const databaseChanged = () => databaseApi.util.invalidateTags([DATABASE, CONNECTIONS]);

/** Read anew whenever a view opens: the site itself changes its database all the time. */
export const FRESH = { refetchOnMountOrArgChange: true } as const;
