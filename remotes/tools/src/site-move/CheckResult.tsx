import type { Fault, MoveCheck } from '@sitedeck/contract';
import { pollTasksNow, toFault } from '@sitedeck/sdk';
import {
  Button,
  FaultNotice,
  InlineAlert,
  LockedTip,
  useBlocked,
  useConfirm,
  useLocaleFormat,
  useText,
} from '@sitedeck/ui/core';
import { useRef, useState } from 'react';
import { toolsApi } from '../tools.api';
import { moveTexts } from './move-texts';
import type { MoveRequest } from './use-source-form';

interface Props {
  readonly check: MoveCheck;
  readonly request: MoveRequest;
  /** Called with the button that started the move. */
  readonly onMoved: (button: HTMLElement | null) => void;
}

/** Seconds by which a server's clock may be wrong before the page says so. */
const CLOCK_NOTED = 60;

/** What a move would do, and the button that starts it. */
export function CheckResult({ check, request, onMoved }: Props) {
  const text = useText(moveTexts);
  const { room, toCopy, refused, refusedEntries } = check;
  return (
    <div className="tl-stack" role="status" aria-label={text('result')}>
      <Facts check={check} />
      {room !== null && toCopy.bytes > room && (
        <InlineAlert kind="danger">{text('result.noRoom')}</InlineAlert>
      )}
      {check.replaced.files > 0 && (
        <InlineAlert kind="warning">
          {text('result.replaced', { count: check.replaced.files })}
          <Sample paths={check.replaced.sample} />
        </InlineAlert>
      )}
      {refusedEntries > 0 && (
        <InlineAlert kind="sigh">
          {text('result.refused', { count: refusedEntries })}
          <Sample paths={refused.map(({ path, reason }) => `${path}: ${reason}`)} />
        </InlineAlert>
      )}
      <Start check={check} request={request} onMoved={onMoved} />
    </div>
  );
}

/** The first paths of a list. */
function Sample({ paths }: { readonly paths: readonly string[] }) {
  return (
    <ul className="tl-sample sd-small">
      {paths.slice(0, 5).map((path) => (
        <li key={path}>{path}</li>
      ))}
    </ul>
  );
}

function Facts({ check: { server, source, toCopy, room } }: Pick<Props, 'check'>) {
  const text = useText(moveTexts);
  const format = useLocaleFormat();
  const amount = ({ files, bytes }: MoveCheck['source']) =>
    text('result.amount', { count: files, files: format.number(files), bytes: format.bytes(bytes) });
  const skew = server.clockSkew ?? 0;
  const facts = [
    { name: text('result.server'), value: server.software },
    { name: text('result.encoding'), value: text(`encoding.${server.encoding}`) },
    { name: text('result.source'), value: amount(source) },
    { name: text('result.toCopy'), value: amount(toCopy) },
    { name: text('result.room'), value: room === null ? text('result.noLimit') : format.bytes(room) },
    ...(Math.abs(skew) > CLOCK_NOTED
      ? [
          {
            name: text('result.clock'),
            value: text('result.skew', { minutes: Math.round(Math.abs(skew) / 60) }),
          },
        ]
      : []),
  ];
  return (
    <dl className="tl-facts">
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Start({ check, request, onMoved }: Props) {
  const text = useText(moveTexts);
  const blocked = useBlocked();
  const { removeGone, setRemoveGone, fault, isSending, start } = useStart({ check, request, onMoved });
  const button = useRef<HTMLButtonElement>(null);
  const reason = blocked(text('start')) ?? (isNothing(check, removeGone) ? text('start.nothing') : undefined);
  return (
    <>
      {check.gone.files > 0 && (
        <label className="tl-check">
          <input
            type="checkbox"
            checked={removeGone}
            onChange={(event) => setRemoveGone(event.target.checked)}
          />
          <span>{text('start.removeGone', { count: check.gone.files })}</span>
        </label>
      )}
      <div className="tl-acts">
        <LockedTip reason={reason}>
          <Button
            ref={button}
            type="primary"
            loading={isSending}
            onClick={() => reason === undefined && void start(button.current)}
          >
            {text('start')}
          </Button>
        </LockedTip>
        <span className="sd-hint sd-small">{text('start.hint')}</span>
      </div>
      {fault && <FaultNotice what={text('start.failed')} fault={fault} />}
    </>
  );
}

const isNothing = ({ toCopy, gone }: MoveCheck, removeGone: boolean): boolean =>
  toCopy.files === 0 && !(removeGone && gone.files > 0);

function useStart({ check, request, onMoved }: Props) {
  const text = useText(moveTexts);
  const confirm = useConfirm();
  const [removeGone, setRemoveGone] = useState(false);
  const [fault, setFault] = useState<Fault>();
  const [isSending, setSending] = useState(false);
  const [send] = toolsApi.useStartMoveMutation();
  const start = async (button: HTMLElement | null) => {
    const { files } = check.replaced;
    const agreed =
      files === 0 ||
      (await confirm.danger({ body: text('start.overwrite', { count: files }), confirm: text('start') }));
    if (!agreed) return;
    setFault(undefined);
    setSending(true);
    const { error } = await send({ body: { ...request, removeGone } });
    setSending(false);
    if (error !== undefined) return setFault(toFault(error));
    pollTasksNow();
    onMoved(button);
  };
  return { removeGone, setRemoveGone, fault, isSending, start };
}
