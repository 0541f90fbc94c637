import { PlusOutlined } from '@ant-design/icons';
import { CRON_JOBS_MAX, zoneTime, type CallReply, type CronJob, type listCronJobs } from '@sitedeck/contract';
import { Button, LockedTip, useBlocked, useDialog, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { ADDS } from '@sitedeck/ui/focus';
import { ResourceTable, type ResourceColumn } from '@sitedeck/ui/page';
import { cronTexts } from './cron-texts';
import { JobDialog } from './JobDialog';
import { JobSwitch } from './JobSwitch';
import { isUnfinished } from './run-text';
import { RunsDrawer } from './RunsDrawer';
import { RunDetail, RunState } from './RunState';
import { scheduleText } from './schedule-text';
import { useJobActions } from './use-job-actions';

export type CronReply = CallReply<typeof listCronJobs>;

/** Fits the two actions beside a row in both languages, px. */
const ACTS_WIDTH = 190;

interface Props {
  readonly data: CronReply;
  /** The site is not served. */
  readonly isPaused: boolean;
  readonly retry: () => void;
}

export function JobTable({ data: { jobs, zone }, isPaused, retry }: Props) {
  const text = useText(cronTexts);
  const blocked = useBlocked();
  const show = useDialog();
  const acts = useJobActions();
  const columns = useColumns(zone, isPaused);
  const enter = (given?: CronJob) =>
    show((onGone) => <JobDialog given={given} zone={zone} onGone={onGone} />);
  const whyNot = ({ lastRun }: CronJob) =>
    blocked(text('act.run')) ??
    (isPaused ? text('next.paused') : isUnfinished(lastRun) ? text('act.running') : undefined);
  const full = jobs.length >= CRON_JOBS_MAX ? text('limit', { n: CRON_JOBS_MAX }) : undefined;
  return (
    <ResourceTable<CronJob>
      label={text('list')}
      rows={{ is: 'ready', rows: jobs, total: jobs.length }}
      rowKey={({ id }) => id}
      rowName={({ name }) => name}
      columns={columns}
      acts={[
        { key: 'run', label: text('act.run'), run: (job) => void acts.run(job), reason: whyNot },
        {
          key: 'output',
          label: text('act.output'),
          run: (job) => show((onGone) => <RunsDrawer job={job} zone={zone} onGone={onGone} />),
        },
        { key: 'edit', label: text('act.edit'), run: enter, reason: () => blocked(text('act.edit')) },
        {
          key: 'delete',
          label: text('act.delete'),
          danger: true,
          run: (job) => void acts.remove(job),
          reason: () => blocked(text('act.delete')),
        },
      ]}
      actsTitle={text('column.acts')}
      actsWidth={ACTS_WIDTH}
      toolsEnd={
        <LockedTip reason={blocked(text('act.add')) ?? full}>
          <Button {...ADDS} type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => enter()}>
            {text('act.add')}
          </Button>
        </LockedTip>
      }
      empty={{ text: text('empty') }}
      retry={retry}
    />
  );
}

function useColumns(zone: string, isPaused: boolean): readonly ResourceColumn<CronJob>[] {
  const text = useText(cronTexts);
  const format = useLocaleFormat();
  const nextOf = ({ isOn, nextAt }: CronJob) => {
    if (!isOn) return text('next.off');
    return nextAt === null || isPaused ? text('next.paused') : zoneTime(zone, Date.parse(nextAt));
  };
  return [
    {
      key: 'name',
      title: text('column.name'),
      card: 'name',
      render: ({ name, command }) => (
        <span className="he-job">
          <strong>{name}</strong>
          <span className="sd-mono sd-secondary">{command}</span>
        </span>
      ),
    },
    {
      key: 'schedule',
      title: text('column.schedule'),
      card: 'fact',
      width: 180,
      render: ({ schedule }) => scheduleText(schedule, text, format.list),
    },
    { key: 'next', title: text('column.next'), card: 'fact', width: 150, render: nextOf },
    {
      key: 'last',
      title: text('column.last'),
      card: 'status',
      width: 120,
      render: ({ lastRun }) =>
        lastRun ? <RunState run={lastRun} /> : <span className="sd-hint">{text('state.none')}</span>,
    },
    {
      key: 'detail',
      title: text('column.detail'),
      card: 'fact',
      width: 220,
      render: ({ lastRun }) => lastRun && <RunDetail run={lastRun} zone={zone} />,
    },
    {
      key: 'on',
      title: text('column.on'),
      card: 'fact',
      width: 80,
      render: (job) => <JobSwitch job={job} />,
    },
  ];
}
