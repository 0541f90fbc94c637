import { filesApi } from '../files.api';

/** Most favourites of one host (contract, `FileSettings`). */
export const MOST_FAVOURITES = 50;

export interface Favourites {
  /** Nothing while it is not known. */
  readonly paths: readonly string[] | undefined;
  /** Puts a folder among them, last, or takes it out. */
  readonly toggle: (path: string) => void;
}

/** Folders the owner comes back to; kept with the host, the same in every browser. */
export function useFavourites(): Favourites {
  const { data } = filesApi.useReadFileSettingsQuery({ body: {} });
  const [save] = filesApi.useSaveFileSettingsMutation();
  const paths = data?.favourites;
  return {
    paths,
    toggle: (path) => {
      if (!paths) return;
      const others = paths.filter((other) => other !== path);
      void save({ body: { favourites: others.length < paths.length ? others : [...paths, path] } });
    },
  };
}
