import type { CallReply, CatalogueApp, InstalledApp, listCatalogue } from '@sitedeck/contract';
import { Button, EmptyState, sharedTexts, TimeSentence, useText, useTranslator } from '@sitedeck/ui/core';
import { appTexts } from './app-texts';
import { AppCard } from './AppCard';
import { CardTools } from './CardTools';
import { CatalogueNotice } from './CatalogueNotice';
import type { Address } from './use-address';

interface Props {
  readonly catalogue: CallReply<typeof listCatalogue>;
  readonly installed: readonly InstalledApp[];
  readonly address: Address;
  /** Absent where there is no file manager. */
  readonly openFolder: ((path: string) => void) | undefined;
}

/** The apps of the catalogue as cards. */
export function AppCards({ catalogue, installed, address, openFolder }: Props) {
  const text = useText(appTexts);
  const shared = useText(sharedTexts);
  const locale = useTranslator().locale;
  const { state, apps } = catalogue;
  if (apps.length === 0)
    return state.is === 'failed' ? (
      <CatalogueNotice state={state} hasApps={false} />
    ) : (
      <EmptyState text={text(state.is === 'none' ? 'empty.none' : 'empty.apps')} />
    );
  const matches = apps.filter((app) => isMatch(app, address));
  return (
    <>
      <CatalogueNotice state={state} hasApps />
      <div className="ap-tools">
        <CardTools address={address} apps={apps} />
        {state.readAt !== null && (
          <span className="ap-read sd-hint sd-small">
            <TimeSentence at={state.readAt} words={(time) => text('read', { time })} />
          </span>
        )}
      </div>
      {matches.length === 0 ? (
        <EmptyState
          text={text('empty.match')}
          action={
            <Button onClick={() => address.show({ filter: '', category: '' })}>
              {shared('act.clearFilter')}
            </Button>
          }
        />
      ) : (
        <ul className="ap-cards" aria-label={text('list')}>
          {matches.map((app) => (
            <AppCard
              key={app.app}
              app={app}
              name={app.name[locale]}
              installed={installed}
              onInstalled={() => address.show({ tab: 'installed' })}
              openFolder={openFolder}
            />
          ))}
        </ul>
      )}
    </>
  );
}

/** The name in either language counts, as does the id. */
function isMatch({ app, name, category }: CatalogueApp, address: Address): boolean {
  const wanted = address.filter.trim().toLowerCase();
  const isNamed = [app, ...Object.values(name)].some((one) => one.toLowerCase().includes(wanted));
  return isNamed && (address.category === '' || address.category === category);
}
