import { type Task } from '@sitedeck/contract';
import { Button, Modal, sharedTexts, useText } from '@sitedeck/ui/core';
import { useRef, useState } from 'react';
import { factsOf } from '../tasks/task-facts';
import { configureTexts } from './configure-texts';
import { recordOutcome } from './record-outcome';

interface Props {
  readonly task: Task;
  readonly onStart: () => void;
  readonly onClose: () => void;
}

/** Asked after an installation. Declining is stored; leaving the page is not, so it asks again. */
export function ConfigurePrompt({ task, onStart, onClose }: Props) {
  const text = useText(configureTexts);
  const shared = useText(sharedTexts);
  const start = useRef<HTMLButtonElement>(null);
  const [leaving, setLeaving] = useState(false);
  const { app, target } = factsOf(task);

  async function decline(): Promise<void> {
    if (leaving) return;
    setLeaving(true);
    if (await recordOutcome(task.id, 'CONFIGURATION_STOP')) onClose();
    else setLeaving(false);
  }

  return (
    <Modal
      open
      title={text('prompt.title')}
      closable={{ 'aria-label': shared('act.close') }}
      onCancel={() => void decline()}
      first={start}
      footer={
        <>
          <Button onClick={() => void decline()}>{shared('act.cancel')}</Button>
          <Button ref={start} type="primary" onClick={onStart}>
            {text('prompt.start')}
          </Button>
        </>
      }
    >
      <p>{text('prompt.body')}</p>
      <p className="sd-secondary">{[app, target].filter(Boolean).join(' · ')}</p>
    </Modal>
  );
}
