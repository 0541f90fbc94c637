import type { DatabaseInfo } from '@sitedeck/contract';
import { useLock, type RemoteContext } from '@sitedeck/sdk';
import { Button, FaultNotice, PageHeader, Skeleton, useText } from '@sitedeck/ui/core';
import { pageStateOf, type PageState } from '@sitedeck/ui/page-state';
import { useState } from 'react';
import { databaseApi, FRESH } from '../database.api';
import { databaseTexts } from '../database-texts';
import { useTaskChanges } from '../tasks/use-task-changes';
import { DatabaseBody } from './DatabaseBody';
import { EngineState } from './EngineState';
import { HeaderActions } from './HeaderActions';

/** 数据库管理: what is true of the database, then what can be done with it. */
export function DatabasePage({ ctx }: { readonly ctx: RemoteContext }) {
  const text = useText(databaseTexts);
  const lock = useLock();
  const asked = useInfo();
  const state = pageStateOf(asked);
  useTaskChanges();
  const isOn = state.is === 'ready' && state.data.engine.is === 'on' && state.data.database !== null;
  return (
    <>
      <PageHeader
        title={text('title')}
        purpose={text('purpose')}
        locked={lock.is === 'locked'}
        actions={isOn && <HeaderActions info={state.data} ctx={ctx} />}
      />
      <Body ctx={ctx} state={state} refresh={asked.refresh} />
    </>
  );
}

/** Figures as last measured; measured anew once somebody asks. */
function useInfo() {
  const [fresh, setFresh] = useState<'true' | 'false'>('false');
  const asked = databaseApi.useOwnDatabaseQuery({ query: { fresh } }, FRESH);
  const refresh = () => (fresh === 'true' ? void asked.refetch() : setFresh('true'));
  return { ...asked, refresh };
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
