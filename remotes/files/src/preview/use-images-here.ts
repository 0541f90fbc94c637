import { LIST_ENTRIES_MAX } from '@sitedeck/contract';
import { filesApi } from '../files.api';
import { joinPath, nameOf, parentOf } from '../paths';
import { previewKind } from './preview-kind';

/** The folder's images by name: where this one stands, and its neighbours. */
export function useImagesHere(path: string) {
  const folder = parentOf(path);
  const asked = {
    body: { path: folder, offset: 0, limit: LIST_ENTRIES_MAX, sort: 'name', order: 'asc' },
  } as const;
  const { data } = filesApi.useListFolderQuery(asked);
  const names = (data?.entries ?? [])
    .filter(
      ({ type, name, unreadableName }) => type === 'file' && !unreadableName && previewKind(name) === 'image',
    )
    .map(({ name }) => name);
  const at = names.indexOf(nameOf(path));
  const neighbour = (step: number) => {
    const name = at < 0 ? undefined : names[at + step];
    return name === undefined ? undefined : joinPath(folder, name);
  };
  return { place: at < 0 ? undefined : at, count: names.length, previous: neighbour(-1), next: neighbour(1) };
}
