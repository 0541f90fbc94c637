import { CRON_RUNS_KEPT, type CronJob, type CronRun } from '@sitedeck/contract';
import { toFault } from '@sitedeck/sdk';
import { Button, EmptyState, FaultNotice, Skeleton, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { Drawer } from '@sitedeck/ui/more';
import { Select } from '@sitedeck/ui/page';
import { useId, useState } from 'react';
import { FRESH, hostEnvApi } from '../../hostenv.api';
import { cronTexts } from './cron-texts';
import { beganAt, isUnfinished } from './run-text';
import { RunDetail, RunState } from './RunState';

const WIDTH = 'min(720px, 100%)';
/** Pause between two reads, ms. */
const POLL_MS = 3000;

interface Props {
  readonly job: CronJob;
  readonly zone: string;
  readonly onGone: () => void;
}

/** The last runs of a job, each with what it printed. */
export function RunsDrawer({ job, zone, onGone }: Props) {
  const text = useText(cronTexts);
  const [open, setOpen] = useState(true);
  const { data, error, refetch } = hostEnvApi.useListCronRunsQuery(
    { body: { id: job.id } },
    { ...FRESH, pollingInterval: POLL_MS },
  );
  return (
    <Drawer
      open={open}
      onClose={() => setOpen(false)}
      size={WIDTH}
      title={text('runs.title', { name: job.name })}
      closable={{ placement: 'end', 'aria-label': text('act.close') }}
      onGone={onGone}
      destroyOnHidden
    >
      {error !== undefined && !data && (
        <FaultNotice
          what={text('runs.failed')}
          fault={toFault(error)}
          actions={<Button onClick={() => void refetch()}>{text('act.retry')}</Button>}
        />
      )}
      {!data && error === undefined && <Skeleton active paragraph={{ rows: 8 }} />}
      {data && <Runs runs={data.runs} zone={zone} />}
    </Drawer>
  );
}

interface RunsProps {
  readonly runs: readonly CronRun[];
  readonly zone: string;
}

function Runs({ runs, zone }: RunsProps) {
  const text = useText(cronTexts);
  const id = useId();
  const [chosen, setChosen] = useState<number>();
  const shown = runs.find((run) => run.id === chosen) ?? runs[0];
  if (!shown) return <EmptyState text={text('runs.empty')} />;
  const nameOf = (run: CronRun) =>
    [beganAt(run, zone), text(`state.${run.state}`), ...(run.isManual ? [text('runs.manual')] : [])].join(
      ' · ',
    );
  return (
    <div className="he-entry">
      <div className="sd-field">
        <label htmlFor={id} className="sd-label">
          {text('runs.choose')}
        </label>
        <Select<number>
          id={id}
          className="he-wide"
          value={shown.id}
          onChange={setChosen}
          options={runs.map((run) => ({ value: run.id, label: nameOf(run) }))}
        />
        <div className="sd-hint sd-small">{text('runs.hint', { n: CRON_RUNS_KEPT })}</div>
      </div>
      <div role="status" className="sd-row">
        <RunState run={shown} />
        <RunDetail run={shown} zone={zone} />
      </div>
      {isUnfinished(shown) ? (
        <p className="sd-hint">{text('output.later')}</p>
      ) : (
        <Output key={shown.id} run={shown} />
      )}
    </div>
  );
}

function Output({ run }: { readonly run: CronRun }) {
  const text = useText(cronTexts);
  const format = useLocaleFormat();
  const isEmpty = run.outputBytes === 0;
  const { data, error, refetch } = hostEnvApi.useReadCronOutputQuery(
    { body: { id: run.id } },
    { skip: isEmpty },
  );
  if (isEmpty) return <p className="sd-hint">{text('output.none')}</p>;
  if (error !== undefined && !data)
    return (
      <FaultNotice
        what={text('output.failed')}
        fault={toFault(error)}
        actions={<Button onClick={() => void refetch()}>{text('act.retry')}</Button>}
      />
    );
  if (!data) return <Skeleton active paragraph={{ rows: 6 }} />;
  return (
    <div>
      {data.cutBytes > 0 && (
        <p className="sd-hint sd-small">{text('output.cut', { size: format.bytes(data.cutBytes) })}</p>
      )}
      <pre
        className="he-output sd-mono"
        aria-label={text('output')}
        role="region"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
        tabIndex={0}
      >
        {data.text}
      </pre>
    </div>
  );
}
