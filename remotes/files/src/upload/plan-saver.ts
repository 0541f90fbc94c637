import { dropSavedUpload, newUploadName, savedFiles, saveUpload, type SavedUpload } from './saved-uploads';
import { uploadOwner } from './unfinished';
import type { UploadItem } from './upload-plan';

/** Pause between refreshes of a running upload's saved plan, ms. */
const TOUCH_MS = 10 * 60_000;

export type PlanSaver = ReturnType<typeof makePlanSaver>;

interface SavedPlan {
  readonly folder: string;
  readonly items: readonly UploadItem[];
  readonly saved?: SavedUpload;
}

/** Saves the plan of an upload in the browser until it has ended. */
export function makePlanSaver(id: string, { folder, items, saved }: SavedPlan) {
  const owner = uploadOwner();
  let files = saved?.files ?? savedFiles(items);
  let uploadId = saved?.uploadId;
  let touchedAt = 0;
  let isOver = false;
  let last: Promise<void> = Promise.resolve();
  const save = (name = id) => {
    touchedAt = Date.now();
    if (owner === undefined || isOver) return;
    const upload = { id: name, owner, folder, touchedAt, files, ...(uploadId !== undefined && { uploadId }) };
    last = last.then(() => saveUpload(upload));
  };
  const drop = () => {
    isOver = true;
    return last.then(() => dropSavedUpload(id));
  };
  save();
  return {
    begun: (begunId: string) => {
      uploadId = begunId;
      save();
    },
    touch: () => {
      if (Date.now() - touchedAt > TOUCH_MS) save();
    },
    remove: (path: string) => {
      files = files.filter((file) => file.path !== path);
      save();
    },
    /** Deletes the plan after pending writes. */
    drop,
    /** Saves the unfinished files under a new id, to be continued later. */
    leave: (paths: readonly string[]) => {
      const left = new Set(paths);
      files = files.filter(({ path }) => left.has(path));
      save(newUploadName());
      return drop();
    },
  };
}
