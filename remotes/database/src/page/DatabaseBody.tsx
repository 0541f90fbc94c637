import type { DatabaseInfo } from '@sitedeck/contract';
import type { RemoteContext } from '@sitedeck/sdk';
import { InfoCard, type OwnDatabase } from '../info/InfoCard';
import { OverQuota } from '../info/OverQuota';
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
