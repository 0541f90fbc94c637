import { useLocaleFormat, useText } from '@sitedeck/ui/core';
import { restoreTexts } from './restore-texts';

/** Named of those that were chosen. */
const SHOWN = 6;

/** What was chosen, by its paths. */
export function ChosenPaths({ paths }: { readonly paths: readonly string[] }) {
  const text = useText(restoreTexts);
  const format = useLocaleFormat();
  const rest = paths.length - SHOWN;
  return (
    <ul className="bk-paths">
      {paths.slice(0, SHOWN).map((path) => (
        <li key={path} dir="auto">
          {path}
        </li>
      ))}
      {rest > 0 && <li className="sd-hint">{text('paths.more', { n: format.number(rest), count: rest })}</li>}
    </ul>
  );
}
