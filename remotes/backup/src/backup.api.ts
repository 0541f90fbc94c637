import {
  bringBackPoints,
  browseBackup,
  checkBackups,
  compareBackup,
  createBackup,
  deleteBackup,
  listBackups,
  listBackupTargets,
  listTargetPoints,
  noteBackup,
  previewBackupPlan,
  readBackupPlan,
  removeBackupTarget,
  repairBackups,
  saveBackupPlan,
  saveBackupTarget,
  stopTask,
  testBackupTarget,
  undoRestore,
  uploadBackup,
  verifyBackup,
} from '@sitedeck/contract';
import { kernel } from '@sitedeck/sdk';
import { api, mutationOf, queryOf } from '@sitedeck/sdk/query';

const POINTS = 'backupPoints';
const PLAN = 'backupPlan';
const TARGETS = 'backupTargets';

/** What retention would remove, and what targets lack, follows from the points. */
const changesPoints = { invalidatesTags: [POINTS, PLAN, TARGETS] as const };

/**
 * Points, plan and targets. What a dialog sends is quiet (`queryOf`): its refusal stands beside what was entered. The
 * rest is announced (`mutationOf`). What begins a task changes nothing yet: `useFreshPoints` reads anew as tasks go on.
 */
export const backupApi = api.enhanceEndpoints({ addTagTypes: [POINTS, PLAN, TARGETS] }).injectEndpoints({
  endpoints: (build) => ({
    listBackups: build.query({ ...queryOf(listBackups), providesTags: [POINTS] }),
    readBackupPlan: build.query({ ...queryOf(readBackupPlan), providesTags: [PLAN] }),
    listBackupTargets: build.query({ ...queryOf(listBackupTargets), providesTags: [TARGETS] }),
    browseBackup: build.query(queryOf(browseBackup)),
    compareBackup: build.query({ ...queryOf(compareBackup), keepUnusedDataFor: 0 }),
    previewBackupPlan: build.query({ ...queryOf(previewBackupPlan), keepUnusedDataFor: 0 }),
    createBackup: build.mutation(queryOf(createBackup)),
    uploadBackup: build.mutation(queryOf(uploadBackup)),
    undoRestore: build.mutation(mutationOf(undoRestore)),
    verifyBackup: build.mutation(mutationOf(verifyBackup)),
    checkBackups: build.mutation(mutationOf(checkBackups)),
    repairBackups: build.mutation(mutationOf(repairBackups)),
    stopBackupTask: build.mutation(mutationOf(stopTask)),
    deleteBackup: build.mutation({ ...mutationOf(deleteBackup), ...changesPoints }),
    noteBackup: build.mutation({ ...queryOf(noteBackup), ...changesPoints }),
    saveBackupPlan: build.mutation({ ...queryOf(saveBackupPlan), invalidatesTags: [PLAN] }),
    testBackupTarget: build.mutation(queryOf(testBackupTarget)),
    listTargetPoints: build.query({ ...queryOf(listTargetPoints), keepUnusedDataFor: 0 }),
    bringBackPoints: build.mutation(queryOf(bringBackPoints)),
    saveBackupTarget: build.mutation({ ...queryOf(saveBackupTarget), ...changesPoints }),
    removeBackupTarget: build.mutation({ ...mutationOf(removeBackupTarget), ...changesPoints }),
  }),
});

/** Points are made and go by tasks, by the schedule, by retention: everything is read anew. */
export function readAllAnew(): void {
  kernel().store.dispatch(backupApi.util.invalidateTags([POINTS, PLAN, TARGETS]));
}

/** Read anew whenever the page opens. */
export const FRESH = { refetchOnMountOrArgChange: true } as const;
