import type { SiteImage } from '@sitedeck/contract';
import { useLocaleFormat, useText } from '@sitedeck/ui/core';
import { imageTexts } from './image-texts';

/** Words for the files of an image, and for those that it misses. */
export function useContents(): (image: SiteImage) => readonly string[] {
  const text = useText(imageTexts);
  const format = useLocaleFormat();
  return ({ entries, missed }) => [
    text('entries', { count: entries, entries: format.number(entries) }),
    ...(missed > 0 ? [text('missed', { count: missed, missed: format.number(missed) })] : []),
  ];
}
