import { filesApi } from '../files.api';
import { joinPath } from '../paths';

/** New and renamed entries of one folder. Each rejects with a fault that the dialog shows beside the name. */
export function useCreate(folder: string) {
  const [touch] = filesApi.useTouchFileMutation();
  const [make] = filesApi.useMakeFolderMutation();
  const [rename] = filesApi.useRenameFileMutation();
  return {
    async file(name: string) {
      await touch({ body: { path: joinPath(folder, name) } }).unwrap();
    },
    async folder(name: string) {
      await make({ body: { path: joinPath(folder, name) } }).unwrap();
    },
    async rename(name: string, to: string) {
      if (name === to) return;
      await rename({ body: { path: joinPath(folder, name), to: joinPath(folder, to) } }).unwrap();
    },
  };
}
