import { pollTasksNow } from '@sitedeck/sdk';
import {
  Button,
  FaultNotice,
  InlineAlert,
  LockedTip,
  showTaskStarted,
  TaskProgress,
  useBlocked,
  useText,
} from '@sitedeck/ui/core';
import { useRef, type RefObject } from 'react';
import { CheckResult } from './CheckResult';
import { ConfirmServer } from './ConfirmServer';
import { outcomeOf } from './move-task';
import { moveTexts } from './move-texts';
import { SourceFields } from './SourceFields';
import type { MoveCheckState } from './use-check';
import { useStop } from './use-stop';

interface Props {
  readonly check: MoveCheckState;
  readonly password: RefObject<HTMLInputElement | null>;
}

/** Checks a source, then offers to move the site. */
export function NewMove({ check, password }: Props) {
  const text = useText(moveTexts);
  const blocked = useBlocked();
  const { form, wrong, change, started, fault, isSending, isChecking, send } = check;
  const fields = useRef<HTMLFormElement>(null);
  const reason = blocked(text('check'));
  const submit = async () => {
    if (reason !== undefined || isChecking || isSending || (await send())) return;
    requestAnimationFrame(() => fields.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
  };
  return (
    <div className="tl-stack">
      <form
        ref={fields}
        className="tl-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <SourceFields form={form} wrong={wrong} change={change} password={password} />
        <div className="tl-acts">
          <LockedTip reason={reason}>
            <Button
              type={started && !isChecking ? 'default' : 'primary'}
              htmlType="submit"
              loading={isSending || isChecking}
            >
              {text('check')}
            </Button>
          </LockedTip>
          <span className="sd-hint sd-small">{text('check.hint')}</span>
        </div>
      </form>
      {fault && <FaultNotice what={text('check.failed')} fault={fault} />}
      <Checked check={check} />
    </div>
  );
}

/** How the check goes, or has ended. */
function Checked({ check }: { readonly check: MoveCheckState }) {
  const text = useText(moveTexts);
  const { task, started, send, forget } = check;
  if (!task || !started) return null;
  const outcome = outcomeOf(task);
  switch (outcome.is) {
    case 'open':
      return <Checking check={check} />;
    case 'stopped':
      return (
        <InlineAlert kind="sigh" role="status">
          {text('check.stopped')}
        </InlineAlert>
      );
    case 'failed':
      return (
        <FaultNotice
          what={text('check.failed')}
          fault={{ message: outcome.message, ...(outcome.id !== undefined && { id: outcome.id }) }}
        />
      );
    case 'unconfirmed':
      return (
        <ConfirmServer
          {...outcome}
          protocol={started.request.source.protocol}
          onConfirmed={(fingerprint) => void send({ fingerprint })}
        />
      );
    case 'done':
      return (
        <CheckResult
          check={outcome.check}
          request={started.request}
          onMoved={(button) => {
            showTaskStarted(button);
            forget();
            pollTasksNow();
          }}
        />
      );
  }
}

/** Progress of the check, with a stop button. */
function Checking({ check: { task } }: { readonly check: MoveCheckState }) {
  const text = useText(moveTexts);
  const { stop, isStopping } = useStop(task);
  if (!task) return null;
  return (
    <div className="tl-running">
      <div className="tl-running-main">
        <TaskProgress name={text('checking')} progress={task.progress} />
      </div>
      <Button size="small" loading={isStopping} onClick={() => void stop()}>
        {text(isStopping ? 'stopping' : 'stop.short')}
      </Button>
    </div>
  );
}
