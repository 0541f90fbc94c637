import { useText } from '@sitedeck/ui/core';
import { phpTexts } from './php-texts';

/** Marks a setting that was changed and not saved. */
export function UnsavedDot() {
  const text = useText(phpTexts);
  return <span className="sd-dot sd-dot-warning" role="img" aria-label={text('unsaved')} />;
}
