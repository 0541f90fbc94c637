import type { SitePath } from '@sitedeck/contract';
import { readSettings, saveSettings } from '../history/file-settings';
import { partsOf, pathOf } from '../tree/site-path';
import type { Verb } from '../verb';

export const readFileSettings: Verb<'readFileSettings'> = async (_body, { disk }) =>
  Promise.resolve(readSettings(disk.root));

/** Stores each favourite path once; whether it still exists shows when it is opened. */
export const saveFileSettings: Verb<'saveFileSettings'> = async (body, { disk }) => {
  const favourites = body.favourites?.map((path) => pathOf(partsOf(path)) as SitePath);
  const saved = saveSettings(disk, {
    ...(body.binDays !== undefined && { binDays: body.binDays }),
    ...(favourites && { favourites: [...new Set(favourites)] }),
  });
  return Promise.resolve(saved);
};
