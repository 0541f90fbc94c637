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
  undoDeploy,
  undoRestore,
  uploadBackup,
  verifyBackup,
} from '@sitedeck/contract';
import { kernel } from '@sitedeck/sdk';
import { api, announcedEndpoint, quietEndpoint } from '@sitedeck/sdk/query';

const POINTS = 'backupPoints';
const PLAN = 'backupPlan';
const TARGETS = 'backupTargets';

/** A changed point changes what retention would remove and which targets lack copies. */
const changesPoints = { invalidatesTags: [POINTS, PLAN, TARGETS] as const };

/**
 * Points, plan and targets. Calls of dialogs are quiet (`quietEndpoint`): the dialog shows the refusal. The
 * shell announces refusals of the others (`announcedEndpoint`). A call that only starts a task invalidates
 * nothing: `useRefetchAfterTasks` reads again when the task changes.
 */
export const backupApi = api.enhanceEndpoints({ addTagTypes: [POINTS, PLAN, TARGETS] }).injectEndpoints({
  endpoints: (build) => ({
    listBackups: build.query({ ...quietEndpoint(listBackups), providesTags: [POINTS] }),
    readBackupPlan: build.query({ ...quietEndpoint(readBackupPlan), providesTags: [PLAN] }),
    listBackupTargets: build.query({ ...quietEndpoint(listBackupTargets), providesTags: [TARGETS] }),
    browseBackup: build.query(quietEndpoint(browseBackup)),
    compareBackup: build.query({ ...quietEndpoint(compareBackup), keepUnusedDataFor: 0 }),
    previewBackupPlan: build.query({ ...quietEndpoint(previewBackupPlan), keepUnusedDataFor: 0 }),
    createBackup: build.mutation(quietEndpoint(createBackup)),
    uploadBackup: build.mutation(quietEndpoint(uploadBackup)),
    undoRestore: build.mutation(announcedEndpoint(undoRestore)),
    undoImageDeploy: build.mutation(announcedEndpoint(undoDeploy)),
    verifyBackup: build.mutation(announcedEndpoint(verifyBackup)),
    checkBackups: build.mutation(announcedEndpoint(checkBackups)),
    repairBackups: build.mutation(announcedEndpoint(repairBackups)),
    stopBackupTask: build.mutation(announcedEndpoint(stopTask)),
    deleteBackup: build.mutation({ ...announcedEndpoint(deleteBackup), ...changesPoints }),
    noteBackup: build.mutation({ ...quietEndpoint(noteBackup), ...changesPoints }),
    saveBackupPlan: build.mutation({ ...quietEndpoint(saveBackupPlan), invalidatesTags: [PLAN] }),
    testBackupTarget: build.mutation(quietEndpoint(testBackupTarget)),
    listTargetPoints: build.query({ ...quietEndpoint(listTargetPoints), keepUnusedDataFor: 0 }),
    bringBackPoints: build.mutation(quietEndpoint(bringBackPoints)),
    saveBackupTarget: build.mutation({ ...quietEndpoint(saveBackupTarget), ...changesPoints }),
    removeBackupTarget: build.mutation({ ...announcedEndpoint(removeBackupTarget), ...changesPoints }),
  }),
});

/** Reads points, plan and targets again. Tasks, the schedule and retention create and remove points. */
export function refetchBackups(): void {
  kernel().store.dispatch(backupApi.util.invalidateTags([POINTS, PLAN, TARGETS]));
}

/** Reads again whenever the page opens. */
export const FRESH = { refetchOnMountOrArgChange: true } as const;
