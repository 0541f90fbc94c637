import { filesApi } from '../files.api';

export interface Favourites {
  /** Nothing while it is not known. */
  readonly paths: readonly string[] | undefined;
  /** Adds a folder at the end, or removes it. */
  readonly toggle: (path: string) => void;
}

/** Favourite folders, saved with the host and so the same in every browser. */
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
