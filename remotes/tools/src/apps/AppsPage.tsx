import type { RemoteContext } from '@sitedeck/sdk';
import { isActive, useLock, useTaskChanges, useTasks } from '@sitedeck/sdk';
import { PageHeader, useText } from '@sitedeck/ui/core';
import { PageContent, pageStateOf } from '@sitedeck/ui/page-state';
import { appsApi, refetchApps } from '../apps.api';
import { APP_KINDS } from './app-kinds';
import { appTexts } from './app-texts';
import { AppTabs } from './AppTabs';
import { CheckUpdates } from './CheckUpdates';
import { InstallResults } from './InstallResults';
import { RunningApp } from './RunningApp';
import { UndoNotice } from './UndoNotice';

/** The page of apps (应用管理): installs apps of the catalogue, updates and uninstalls them. */
export function AppsPage({ ctx }: { readonly ctx: RemoteContext }) {
  const text = useText(appTexts);
  const lock = useLock();
  const state = useApps();
  return (
    <>
      <PageHeader
        title={text('title')}
        purpose={text('purpose')}
        locked={lock.is === 'locked'}
        actions={<CheckUpdates />}
      />
      <div className="tl-body">
        <Running />
        <InstallResults />
        <UndoNotice />
        <PageContent state={state} failed={text('failed')} forbidden={text('forbidden')}>
          {({ catalogue, installed }) => <AppTabs ctx={ctx} catalogue={catalogue} installed={installed} />}
        </PageContent>
      </div>
    </>
  );
}

const FRESH = { refetchOnMountOrArgChange: true } as const;

/** Catalogue and installed apps as one: a card says whether its app is installed. */
function useApps() {
  const catalogue = appsApi.useListCatalogueQuery({ query: {} }, FRESH);
  const installed = appsApi.useListInstalledAppsQuery({}, FRESH);
  useTaskChanges(APP_KINDS, refetchApps);
  const data =
    catalogue.data && installed.data
      ? { catalogue: catalogue.data, installed: installed.data.apps }
      : undefined;
  const refetch = () => {
    void catalogue.refetch();
    void installed.refetch();
  };
  return pageStateOf({ data, error: catalogue.error ?? installed.error, refetch });
}

function Running() {
  const text = useText(appTexts);
  const open = useTasks().tasks.filter(
    (task) => APP_KINDS.some((kind) => kind === task.taskType) && isActive(task),
  );
  if (open.length === 0) return null;
  return (
    <section className="tl-card sd-card tl-stack" aria-label={text('running')}>
      {open.map((task) => (
        <RunningApp key={task.id} task={task} />
      ))}
    </section>
  );
}
