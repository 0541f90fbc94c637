import type { AppCheck } from '@sitedeck/contract';
import { InlineAlert, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { appTexts } from './app-texts';

interface Props {
  readonly check: Extract<AppCheck, { act: 'update' }>;
}

/** Files of the app that were changed on this host: the update replaces them. */
export function ChangedFiles({ check }: Props) {
  const text = useText(appTexts);
  const format = useLocaleFormat();
  const { changed, changedCount } = check;
  if (changedCount === 0) return <p className="sd-secondary">{text('changed.none')}</p>;
  const files = format.number(changedCount);
  return (
    <InlineAlert kind="warning">
      <p>{text('changed', { count: changedCount, files })}</p>
      <ul className="ap-paths sd-mono">
        {changed.map((path) => (
          <li key={path}>{path}</li>
        ))}
      </ul>
      {changedCount > changed.length && (
        <p>{text('changed.more', { n: format.number(changedCount - changed.length) })}</p>
      )}
    </InlineAlert>
  );
}
