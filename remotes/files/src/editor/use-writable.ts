import { filesApi } from '../files.api';
import { parentOf } from '../paths';

/** Whether the host may change entries of the file's folder. Where that can't be read, saving will tell. */
export function useWritable(path: string): boolean {
  const asked = { body: { path: parentOf(path), offset: 0, limit: 1, sort: 'name', order: 'asc' } } as const;
  const { data } = filesApi.useListFolderQuery(asked);
  return data?.writable ?? true;
}
