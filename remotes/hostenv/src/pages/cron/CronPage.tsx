import { CRON_RUN_MS } from '@sitedeck/contract';
import { useCurrentHost, useLock } from '@sitedeck/sdk';
import { InlineAlert, PageHeader, useText } from '@sitedeck/ui/core';
import { PageContent, pageStateOf } from '@sitedeck/ui/page-state';
import { FRESH, hostEnvApi } from '../../hostenv.api';
import { cronTexts } from './cron-texts';
import { JobTable, type CronReply } from './JobTable';
import { isUnfinished } from './run-text';

/** Pauses between two reads, ms: while a job runs, and otherwise. */
const [BUSY_MS, IDLE_MS] = [2000, 15_000];

/** Reads the jobs again and again, since the server runs them. */
function useJobs() {
  const known = hostEnvApi.useListCronJobsQuery({}, { ...FRESH, pollingInterval: IDLE_MS });
  const isBusy = known.data?.jobs.some(({ lastRun }) => isUnfinished(lastRun)) ?? false;
  hostEnvApi.useListCronJobsQuery({}, { pollingInterval: BUSY_MS, skip: !isBusy });
  return known;
}

/** The scheduled jobs page (计划任务). */
export function CronPage() {
  const text = useText(cronTexts);
  const lock = useLock();
  const query = useJobs();
  return (
    <>
      <PageHeader title={text('title')} purpose={text('purpose')} locked={lock.is === 'locked'} />
      <PageContent state={pageStateOf(query)} failed={text('failed')} forbidden={text('forbidden')}>
        {(data) => <Jobs data={data} retry={() => void query.refetch()} />}
      </PageContent>
    </>
  );
}

function Jobs({ data, retry }: { readonly data: CronReply; readonly retry: () => void }) {
  const text = useText(cronTexts);
  const { hostService } = useCurrentHost();
  const isPaused = hostService.serviceStatus.value !== 'NORMAL';
  return (
    <div className="he-body">
      {isPaused && <InlineAlert kind="warning">{text('paused')}</InlineAlert>}
      <p className="sd-hint">{text('zone', { zone: data.zone, minutes: CRON_RUN_MS / 60_000 })}</p>
      <JobTable data={data} isPaused={isPaused} retry={retry} />
    </div>
  );
}
