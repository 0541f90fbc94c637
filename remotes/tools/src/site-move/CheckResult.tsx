import { Facts } from '../frame/Facts';
import { CheckCircleOutlined } from '@ant-design/icons';
import type { Fault, MoveCheck } from '@sitedeck/contract';
import { toFault } from '@sitedeck/sdk';
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
import { EntryList } from './EntryList';
import { moveTexts } from './move-texts';
import type { MoveRequest } from './use-source-form';

interface Props {
  readonly check: MoveCheck;
  readonly request: MoveRequest;
  /** Called with the button that started the move. */
  readonly onMoved: (button: HTMLElement | null) => void;
}

/** Minutes by which a server's clock may be wrong before the page says so. */
const CLOCK_NOTED = 1;

/** What a move would do, and the button that starts it. */
export function CheckResult({ check, request, onMoved }: Props) {
  const text = useText(moveTexts);
  const { toCopy, refused, refusedEntries } = check;
  return (
    <div className="tl-stack tl-result" role="status" aria-label={text('result')}>
      <CheckFacts check={check} />
      {lacksRoom(check) && <InlineAlert kind="danger">{text('result.noRoom')}</InlineAlert>}
      {toCopy.files === 0 && <InlineAlert kind="success">{text('result.same')}</InlineAlert>}
      {check.replaced.files > 0 && (
        <InlineAlert kind="warning">
          {text('result.replaced', { count: check.replaced.files })}
          <EntryList entries={check.replaced.sample.map((path) => ({ path }))} />
        </InlineAlert>
      )}
      {refusedEntries > 0 && (
        <InlineAlert kind="sigh">
          {text('result.refused', { count: refusedEntries })}
          <EntryList entries={refused} />
        </InlineAlert>
      )}
      <Start check={check} request={request} onMoved={onMoved} />
    </div>
  );
}

const lacksRoom = ({ room, toCopy }: MoveCheck): boolean => room !== null && toCopy.bytes > room;

function CheckFacts({ check }: Pick<Props, 'check'>) {
  const text = useText(moveTexts);
  const format = useLocaleFormat();
  const { server, source, toCopy, room } = check;
  const amount = ({ files, bytes }: MoveCheck['source']) =>
    text('result.amount', { count: files, files: format.number(files), bytes: format.bytes(bytes) });
  const minutes = Math.round(Math.abs(server.clockSkew ?? 0) / 60);
  const space = room === null ? text('result.noLimit') : format.bytes(room);
  const facts = [
    { name: text('result.server'), value: <Good>{server.software}</Good> },
    { name: text('result.source'), value: amount(source) },
    { name: text('result.toCopy'), value: amount(toCopy) },
    { name: text('result.room'), value: lacksRoom(check) ? space : <Good>{space}</Good> },
    { name: text('result.encoding'), value: text(`encoding.${server.encoding}`) },
    ...(minutes >= CLOCK_NOTED
      ? [{ name: text('result.clock'), value: text('result.skew', { count: minutes }) }]
      : []),
  ];
  return <Facts facts={facts} />;
}

/** A fact that is as a move needs it. */
const Good = ({ children }: { readonly children: string }) => (
  <>
    <CheckCircleOutlined className="tl-good" aria-hidden /> {children}
  </>
);

function Start({ check, request, onMoved }: Props) {
  const text = useText(moveTexts);
  const blocked = useBlocked();
  const { removeGone, setRemoveGone, fault, isSending, start } = useStart({ check, request, onMoved });
  const button = useRef<HTMLButtonElement>(null);
  const hindrance = hindranceOf(check, removeGone);
  const reason = blocked(text('start')) ?? (hindrance && text(hindrance));
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

/** Text that says why a move can't start. */
function hindranceOf(check: MoveCheck, removeGone: boolean): 'result.noRoom' | 'start.nothing' | undefined {
  if (lacksRoom(check)) return 'result.noRoom';
  return isNothing(check, removeGone) ? 'start.nothing' : undefined;
}

function useStart({ check, request, onMoved }: Props) {
  const text = useText(moveTexts);
  const confirm = useConfirm();
  const [removeGone, setRemoveGone] = useState(false);
  const [fault, setFault] = useState<Fault>();
  const [isSending, setSending] = useState(false);
  const [send] = toolsApi.useStartMoveMutation();
  const start = async (button: HTMLElement | null) => {
    const { replaced, gone } = check;
    const removed = removeGone && gone.files > 0 ? text('start.alsoRemoves', { count: gone.files }) : '';
    const body = text('start.overwrite', { count: replaced.files }) + removed;
    if (replaced.files > 0 && !(await confirm.danger({ body, confirm: text('start') }))) return;
    setFault(undefined);
    setSending(true);
    const { error } = await send({ body: { ...request, removeGone } });
    setSending(false);
    if (error !== undefined) return setFault(toFault(error));
    onMoved(button);
  };
  return { removeGone, setRemoveGone, fault, isSending, start };
}
