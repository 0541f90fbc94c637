import { type Task } from '@sitedeck/contract';
import { formatDuration } from '@sitedeck/sdk';
import { Button, FaultNotice, Modal, useText } from '@sitedeck/ui/core';
import { useState } from 'react';
import { factsOf } from '../tasks/task-facts';
import { useNow } from '../tasks/use-now';
import { configureStyle } from './configure-style';
import { configureTexts } from './configure-texts';
import { StepList } from './StepList';
import { useConfiguration, type Configuration } from './use-configuration';

interface Props {
  readonly task: Task;
  readonly onClose: () => void;
}

/** The progress modal: only its own buttons close it. */
export function ConfigureDialog({ task, onClose }: Props) {
  const text = useText(configureTexts);
  const { app, target } = factsOf(task);
  const configuration = useConfiguration(task, app ?? text('title'));
  const { steps, states, phase } = configuration;
  return (
    <Modal
      open
      title={
        <>
          {text('title')}{' '}
          <span className="sh-configure-app">{[app, target].filter(Boolean).join(' · ')}</span>
        </>
      }
      closable={false}
      keyboard={false}
      footer={<Foot configuration={configuration} onClose={onClose} />}
    >
      <style>{configureStyle}</style>
      {phase === 'unreadable' ? (
        <FaultNotice what={text('unreadable')} advice={text('unreadable.advice')} />
      ) : (
        <>
          <Head configuration={configuration} />
          <StepList steps={steps} states={states} />
        </>
      )}
    </Modal>
  );
}

const failedStep = ({ states }: Configuration) => states.findIndex(({ is }) => is === 'exception');

function Head({ configuration }: { readonly configuration: Configuration }) {
  const text = useText(configureTexts);
  const { states, phase, startedAt, endedAt } = configuration;
  const now = useNow(phase === 'running');
  const done = states.filter(({ is }) => is === 'success').length;
  const failed = failedStep(configuration);
  const total = states.length;
  const words =
    failed < 0 ? text('count', { done, total }) : text('count.failed', { done, total, n: failed + 1 });
  return (
    <div className={failed < 0 ? 'sh-configure-head' : 'sh-configure-head sh-configure-head-failed'}>
      <p>
        <span role="status">{words}</span>
        <span className="sd-secondary sd-small">
          {text('elapsed', { time: formatDuration(Math.max(0, (endedAt ?? now) - startedAt)) })}
        </span>
      </p>
      <div
        className="sd-bar-track"
        role="progressbar"
        aria-label={text('title')}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
        aria-valuetext={words}
      >
        <span className="sd-bar-done" style={{ width: `${(done / total) * 100}%` }} />
      </div>
    </div>
  );
}

function Foot({
  configuration,
  onClose,
}: {
  readonly configuration: Configuration;
  readonly onClose: () => void;
}) {
  const text = useText(configureTexts);
  const [leaving, setLeaving] = useState(false);
  const { phase, retry, stop, finish } = configuration;
  const done = phase === 'done';

  async function leave(note: () => Promise<boolean>): Promise<void> {
    if (leaving) return;
    setLeaving(true);
    if (await note()) onClose();
    else setLeaving(false);
  }

  return (
    <div className="sh-configure-foot">
      <span className="sd-secondary sd-small">{phase === 'failed' && text('rest')}</span>
      {!done && <Button onClick={() => void leave(stop)}>{text('stop')}</Button>}
      {phase === 'failed' && (
        <Button type="primary" onClick={retry}>
          {text('retry', { n: failedStep(configuration) + 1 })}
        </Button>
      )}
      <Button
        type={done ? 'primary' : 'default'}
        aria-disabled={!done}
        title={done ? undefined : text('finish.wait')}
        className={done ? '' : 'sd-off'}
        onClick={() => done && void leave(finish)}
      >
        {text('finish')}
      </Button>
    </div>
  );
}
