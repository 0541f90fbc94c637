import type { DatabaseInfo } from '@sitedeck/contract';
import type { RemoteContext } from '@sitedeck/sdk';
import { InlineAlert, useText } from '@sitedeck/ui/core';
import { databaseTexts } from '../database-texts';
import { InfoCard, type OwnDatabase } from '../info/InfoCard';
import { RunningTasks } from '../tasks/RunningTasks';
import { TaskOutcome } from '../tasks/TaskOutcome';
import { DatabaseTabs } from './DatabaseTabs';

interface Props {
  readonly ctx: RemoteContext;
  readonly info: DatabaseInfo;
  readonly database: OwnDatabase;
  readonly refresh: () => void;
}

export function DatabaseBody({ ctx, info, database, refresh }: Props) {
  return (
    <div className="db-body">
      <OverQuota info={info} />
      <RunningTasks />
      <TaskOutcome nav={ctx.nav} inConsole={ctx.surface === undefined} />
      <InfoCard info={info} database={database} />
      <DatabaseTabs ctx={ctx} info={info} refresh={refresh} />
    </div>
  );
}

/** Says that the database is over its quota and refuses writes, and how to resolve that. */
function OverQuota({ info }: { readonly info: DatabaseInfo }) {
  const text = useText(databaseTexts);
  if (!info.overQuota) return null;
  return (
    <InlineAlert kind="warning" role="alert">
      <strong>{text('overQuota.title')}</strong>
      <p>{text('overQuota.advice')}</p>
    </InlineAlert>
  );
}
