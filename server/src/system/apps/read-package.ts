import { text } from 'node:stream/consumers';
import { Refusal } from '#faults/refusal';
import { partOf, readPart, type OpenedImage } from '#system/site-image/read-image';
import { AppPackage } from './app-package';

/** Reads the configuration part of a package that was found intact. Refuses with `app-package-damaged`. */
export async function readAppPackage(image: OpenedImage): Promise<AppPackage> {
  const part = partOf(image, 'configuration');
  if (!part) throw new Refusal('app-package-damaged');
  const read = AppPackage.safeParse(parsed(await text(readPart(image, part))));
  if (!read.success) throw new Refusal('app-package-damaged');
  return read.data;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
