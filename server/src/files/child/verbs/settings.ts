import type { CallRequest, readFileSettings, saveFileSettings } from '@sitedeck/contract';
import { readSettings, saveSettings, type PlaceSettings } from '../history/place-settings';
import { partsOf, pathOf } from '../tree/site-path';
import type { Verb } from '../verb';

type ReadBody = CallRequest<typeof readFileSettings>['body'];
type SaveBody = CallRequest<typeof saveFileSettings>['body'];

export const settings: Verb<ReadBody, PlaceSettings> = async (_body, { disk }) =>
  Promise.resolve(readSettings(disk.root));

/** Favourites are paths as the list names them, each once; whether they still exist is found out when they are opened. */
export const changeSettings: Verb<SaveBody, PlaceSettings> = async (body, { disk }) => {
  const favourites = body.favourites?.map((path) => pathOf(partsOf(path)));
  const saved = saveSettings(disk, {
    ...(body.binDays !== undefined && { binDays: body.binDays }),
    ...(favourites && { favourites: [...new Set(favourites)] }),
  });
  return Promise.resolve(saved);
};
