import { createContext, useContext } from 'react';

/** Moves cursor and selection of the list to these paths. */
export type Reveal = (paths: readonly string[]) => void;

type Show = (paths: readonly string[], isWanted: () => boolean) => void;

export interface Revealer {
  /**
   * Call it when an action begins; the action calls the result with the paths that it has created. If the owner has
   * moved on in the list meanwhile, nothing moves: the next key would act on another file than the one they see.
   */
  readonly begin: () => Reveal;
  /** For the list: the owner has moved the cursor or selected something. */
  readonly moved: () => void;
  /** For the list: registers the function that shows the paths. */
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
