import type { IfExists } from '@sitedeck/contract';

/** One file to send. `path` is relative to the folder of the upload, `/` between its parts. */
export interface UploadItem {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** ms since 1970; 0 if unknown. */
  readonly modified: number;
  /** Absent for a file of an earlier page that was not chosen again. */
  readonly blob?: Blob;
  /**
   * What the user chose for a taken name. Without a choice, a name that is taken meanwhile is not replaced.
   */
  readonly ifExists?: IfExists;
}

export const itemOf = (path: string, blob: Blob): UploadItem => ({
  path,
  blob,
  size: blob.size,
  modified: 'lastModified' in blob && typeof blob.lastModified === 'number' ? blob.lastModified : 0,
});

/** What one lane sends at a time: a file in slices, or small files in one request. */
export type UploadUnit =
  | { readonly is: 'file'; readonly item: UploadItem }
  | { readonly is: 'batch'; readonly items: readonly UploadItem[] };

/** Files up to this size share a request: below it the request costs more than the bytes. */
const SMALL_FILE_BYTES = 256 * 1024;
/** Files in one request at most: a lost connection repeats no more than these. */
const BATCH_FILES = 500;
/** Bytes of a part besides its content and name: boundary and headers. */
const PART_BYTES = 300;
/** Bytes of one character of a name in percent encoding, at most. */
const NAME_CHARACTER_BYTES = 9;

/** Bytes of a request that a small file takes at most. */
const weightOf = ({ size, path }: UploadItem): number =>
  size + PART_BYTES + NAME_CHARACTER_BYTES * path.length;

/**
 * The first file is sent alone, the others in parallel: `rest` is what the lanes share. Small files share
 * requests; an empty file has its own request.
 */
export function planUpload(
  items: readonly UploadItem[],
  batchBytes: number,
): { first: UploadUnit | undefined; rest: UploadUnit[] } {
  const [head, ...others] = items;
  if (!head) return { first: undefined, rest: [] };
  const rest: UploadUnit[] = [];
  let batch: UploadItem[] = [];
  let bytes = 0;
  const close = () => {
    if (batch.length > 0) rest.push({ is: 'batch', items: batch });
    batch = [];
    bytes = 0;
  };
  for (const item of others) {
    const { size } = item;
    const weight = weightOf(item);
    if (size === 0 || size > SMALL_FILE_BYTES) {
      rest.push({ is: 'file', item });
      continue;
    }
    if (batch.length === BATCH_FILES || bytes + weight > batchBytes) close();
    batch.push(item);
    bytes += weight;
  }
  close();
  return { first: { is: 'file', item: head }, rest };
}
