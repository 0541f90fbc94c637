import type { Fault } from '@sitedeck/contract';
import { pollTasksNow, toFault, useTask } from '@sitedeck/sdk';
import {
  Button,
  FaultNotice,
  InlineAlert,
  LockedTip,
  showTaskStarted,
  useBlocked,
  useText,
} from '@sitedeck/ui/core';
import { useRef, useState } from 'react';
import { toolsApi } from '../tools.api';
import { CheckResult } from './CheckResult';
import { ConfirmServer } from './ConfirmServer';
import { outcomeOf } from './move-task';
import { moveTexts } from './move-texts';
import { SourceFields } from './SourceFields';
import { isRequest, requestOf, useSourceForm, type MoveRequest, type SourceForm } from './use-source-form';

/** A check that was started, and what it checks. */
interface StartedCheck {
  readonly taskId: number;
  readonly request: MoveRequest;
}

function useCheck() {
  const parts = useSourceForm();
  const [started, setStarted] = useState<StartedCheck>();
  const [fault, setFault] = useState<Fault>();
  const [isSending, setSending] = useState(false);
  const [check] = toolsApi.useCheckMoveMutation();
  const send = async (fields: HTMLElement | null, more: Partial<SourceForm> = {}) => {
    const request = requestOf({ ...parts.form, ...more });
    setFault(undefined);
    if (!isRequest(request)) {
      parts.setWrong(request);
      requestAnimationFrame(() => fields?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
      return;
    }
    parts.change(more);
    setSending(true);
    const { data, error } = await check({ body: request });
    setSending(false);
    if (error !== undefined) return setFault(toFault(error));
    if (data) setStarted({ taskId: data.taskId, request });
    pollTasksNow();
  };
  const forget = () => setStarted(undefined);
  return {
    ...parts,
    // A changed form invalidates the result.
    change: (given: Partial<SourceForm>) => {
      forget();
      parts.change(given);
    },
    ...{ started, fault, isSending, send, forget },
  };
}

/** Checks a source, then offers to move the site. */
export function NewMove() {
  const text = useText(moveTexts);
  const blocked = useBlocked();
  const { form, wrong, change, started, fault, isSending, send, forget } = useCheck();
  const fields = useRef<HTMLFormElement>(null);
  const first = useRef<HTMLInputElement>(null);
  const task = useTask(started?.taskId ?? -1);
  const isChecking = started !== undefined && (!task || outcomeOf(task).is === 'open');
  const reason = blocked(text('check'));
  return (
    <section className="tl-card sd-card" aria-labelledby="tl-new">
      <h2 id="tl-new">{text('new')}</h2>
      <form
        ref={fields}
        className="tl-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (reason === undefined && !isChecking && !isSending) void send(fields.current);
        }}
      >
        <SourceFields form={form} wrong={wrong} change={change} first={first} />
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
        {fault && <FaultNotice what={text('check.failed')} fault={fault} />}
      </form>
      {started && task && (
        <Checked
          task={task}
          request={started.request}
          onConfirmed={(fingerprint) => void send(fields.current, { fingerprint })}
          onMoved={(button) => {
            showTaskStarted(button);
            forget();
          }}
        />
      )}
    </section>
  );
}

interface CheckedProps {
  readonly task: NonNullable<ReturnType<typeof useTask>>;
  readonly request: MoveRequest;
  readonly onConfirmed: (fingerprint: string) => void;
  readonly onMoved: (button: HTMLElement | null) => void;
}

function Checked({ task, request, onConfirmed, onMoved }: CheckedProps) {
  const text = useText(moveTexts);
  const outcome = outcomeOf(task);
  switch (outcome.is) {
    case 'open':
      return null;
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
      return <ConfirmServer {...outcome} protocol={request.source.protocol} onConfirmed={onConfirmed} />;
    case 'done':
      return <CheckResult check={outcome.check} request={request} onMoved={onMoved} />;
  }
}
