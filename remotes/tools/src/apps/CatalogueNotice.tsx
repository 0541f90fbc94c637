import type { CatalogueState } from '@sitedeck/contract';
import { InlineAlert, TimeSentence, useText } from '@sitedeck/ui/core';
import { appTexts } from './app-texts';

interface Props {
  readonly state: CatalogueState;
  /** A list that was read before is shown below. */
  readonly hasApps: boolean;
}

/** Says why the catalogue could not be read last, and of when the shown list is. */
export function CatalogueNotice({ state, hasApps }: Props) {
  const text = useText(appTexts);
  if (state.is !== 'failed') return null;
  return (
    <InlineAlert kind="warning">
      <p>{state.failure}</p>
      <p>
        {hasApps && state.issuedAt !== null ? (
          <TimeSentence at={state.issuedAt} words={(time) => text('failed.old', { time })} />
        ) : (
          text('failed.none')
        )}
      </p>
    </InlineAlert>
  );
}
