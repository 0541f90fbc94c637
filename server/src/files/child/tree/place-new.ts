import { linkSync, unlinkSync } from 'node:fs';
import { errnoOf, refusalOf } from '#files/link/errno';
import { freeName } from '../history/free-name';
import type { Folder } from './walk';

/** By link, which replaces nothing; the name in the work folder goes. @returns the name that was free */
export function placeNew(work: Folder, part: string, to: { folder: Folder; name: string }): string {
  let { name } = to;
  for (;;) {
    if (to.folder.look(name)) name = freeName(to.folder, to.name).toString();
    try {
      linkSync(work.at(part), to.folder.at(name));
      return name;
    } catch (error) {
      if (errnoOf(error) !== 'EEXIST') throw refusalOf(error);
    }
  }
}

/** Removes a file of the work folder, if it was ever made. */
export function dropPart(work: Folder, name: string): void {
  try {
    unlinkSync(work.at(name));
  } catch {
    // Never made.
  }
}
