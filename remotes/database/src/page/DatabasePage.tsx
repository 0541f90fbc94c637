import type { DatabaseInfo } from '@sitedeck/contract';
import { useLock, type RemoteContext } from '@sitedeck/sdk';
import { PageHeader, useText } from '@sitedeck/ui/core';
import { PageContent, pageStateOf } from '@sitedeck/ui/page-state';
import { useState } from 'react';
import { databaseApi, FRESH } from '../database.api';
import { databaseTexts } from '../database-texts';
import { useRefetchAfterTasks } from '../tasks/database-tasks';
import { DatabaseBody } from './DatabaseBody';
import { EngineState } from './EngineState';
import { HeaderActions } from './HeaderActions';

/** The database page (数据库管理): facts about the database, then the actions on it. */
export function DatabasePage({ ctx }: { readonly ctx: RemoteContext }) {
  const text = useText(databaseTexts);
  const lock = useLock();
  const query = useInfo();
  const state = pageStateOf(query);
  useRefetchAfterTasks();
  const isOn = state.is === 'ready' && state.data.engine.is === 'on' && state.data.database !== null;
  return (
    <>
      <PageHeader
        title={text('title')}
        purpose={text('purpose')}
        locked={lock.is === 'locked'}
        actions={isOn && <HeaderActions info={state.data} ctx={ctx} />}
      />
      <PageContent state={state} failed={text('page.failed')} forbidden={text('page.forbidden')}>
        {(info) => <Body ctx={ctx} info={info} refresh={query.refresh} />}
      </PageContent>
    </>
  );
}

/** Returns the latest measurement, and `refresh` to measure again. */
function useInfo() {
  const [fresh, setFresh] = useState<'true' | 'false'>('false');
  const query = databaseApi.useOwnDatabaseQuery({ query: { fresh } }, FRESH);
  const refresh = () => (fresh === 'true' ? void query.refetch() : setFresh('true'));
  return { ...query, refresh };
}

interface BodyProps {
  readonly ctx: RemoteContext;
  readonly info: DatabaseInfo;
  readonly refresh: () => void;
}

function Body({ ctx, info, refresh }: BodyProps) {
  const { database, engine } = info;
  if (engine.is !== 'on' || database === null)
    return (
      <EngineState
        engine={engine}
        isAdministrator={ctx.permissions.role === 'ADMINISTRATOR'}
        retry={refresh}
      />
    );
  return <DatabaseBody ctx={ctx} info={info} database={database} refresh={refresh} />;
}
