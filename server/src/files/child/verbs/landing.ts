import type { IfExists } from '@sitedeck/contract';
import { freeName } from '../history/free-name';
import { pathOf } from '../tree/site-path';
import type { Spot } from '../tree/walk';

interface Wish {
  readonly overwrite: boolean;
  readonly ifExists?: IfExists | undefined;
}

/** Where something moved or copied comes to stand. */
export interface Landing {
  readonly name: string;
  readonly parts: readonly string[];
  readonly path: string;
  readonly overwrite: boolean;
}

/** Where the name is taken, `both` gives the newcomer a free one; `ifExists` wins over `overwrite`. */
export function landingAt(spot: Spot, parts: readonly string[], { overwrite, ifExists }: Wish): Landing {
  const isTaken = ifExists === 'both' && spot.folder.look(spot.name) !== undefined;
  const name = isTaken ? freeName(spot.folder, spot.name).toString() : spot.name;
  const own = [...parts.slice(0, -1), name];
  return {
    name,
    parts: own,
    path: pathOf(own),
    overwrite: ifExists === undefined ? overwrite : ifExists === 'overwrite',
  };
}
