import { createContext, useContext } from 'react';

/** Puts cursor and selection of the list on these paths. */
export type Reveal = (paths: readonly string[]) => void;

type Show = (paths: readonly string[], isWanted: () => boolean) => void;

export interface Revealer {
  /**
   * For an act, when it begins; the act calls the result with the paths that it has made. An owner who has moved on in
   * the list meanwhile is left alone: the next key would hit another file than the one that was seen.
   */
  readonly begin: () => Reveal;
  /** For the list: its owner has moved the cursor or chosen something. */
  readonly moved: () => void;
  /** For the list: what shows the paths. */
  readonly connect: (show: Show) => () => void;
}

export function makeRevealer(): Revealer {
  let moves = 0;
  let show: Show | undefined;
  return {
    begin() {
      const then = moves;
      const isWanted = () => moves === then;
      return (paths) => {
        if (isWanted()) show?.(paths, isWanted);
      };
    },
    moved() {
      moves += 1;
    },
    connect(next) {
      show = next;
      return () => {
        if (show === next) show = undefined;
      };
    },
  };
}

export const RevealContext = createContext<Revealer | undefined>(undefined);

export function useRevealer(): Revealer {
  const revealer = useContext(RevealContext);
  if (!revealer) throw new Error('useRevealer needs <RevealContext> above it');
  return revealer;
}
