import type { DatabaseInfo } from '@sitedeck/contract';
import { useLock, type RemoteContext } from '@sitedeck/sdk';
import { Button, FaultNotice, PageHeader, Skeleton, useText } from '@sitedeck/ui/core';
import { pageStateOf, type PageState } from '@sitedeck/ui/page-state';
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
      <Body ctx={ctx} state={state} refresh={query.refresh} />
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
  readonly state: PageState<DatabaseInfo>;
  readonly refresh: () => void;
}

function Body({ ctx, state, refresh }: BodyProps) {
  const text = useText(databaseTexts);
  switch (state.is) {
    case 'loading':
      return (
        <div aria-busy="true">
          <Skeleton active paragraph={{ rows: 6 }} />
        </div>
      );
    case 'forbidden':
      return <FaultNotice what={text('page.forbidden')} fault={state.fault} />;
    case 'failed':
      return (
        <FaultNotice
          what={text('page.failed')}
          fault={state.fault}
          actions={<Button onClick={state.retry}>{text('act.retry')}</Button>}
        />
      );
    case 'ready': {
      const { database, engine } = state.data;
      if (engine.is !== 'on' || database === null)
        return (
          <EngineState
            engine={engine}
            isAdministrator={ctx.permissions.role === 'ADMINISTRATOR'}
            retry={refresh}
          />
        );
      return <DatabaseBody ctx={ctx} info={state.data} database={database} refresh={refresh} />;
    }
  }
}
