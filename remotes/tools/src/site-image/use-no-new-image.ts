import { SITE_IMAGES_MAX } from '@sitedeck/contract';
import { useBlocked, useText } from '@sitedeck/ui/core';
import { imagesApi } from '../images.api';
import { imageTexts } from './image-texts';

/** Why no image can be added now. */
export function useNoNewImage(act: string): string | undefined {
  const text = useText(imageTexts);
  const blocked = useBlocked();
  const { data } = imagesApi.useListSiteImagesQuery({});
  const isFull = (data?.images.length ?? 0) >= SITE_IMAGES_MAX;
  return blocked(act) ?? (isFull ? text('full', { most: SITE_IMAGES_MAX }) : undefined);
}
