import { EditOutlined } from '@ant-design/icons';
import type { Fault } from '@sitedeck/contract';
import type { RemoteContext } from '@sitedeck/sdk';
import {
  Button,
  FaultNotice,
  LockedTip,
  useBlocked,
  useDialog,
  useLocaleFormat,
  useText,
} from '@sitedeck/ui/core';
import { NoticeDialog } from '@sitedeck/ui/notice-dialog';
import { type Change, namesOf } from './change';
import { ChangeList } from './ChangeList';
import { frameTexts } from './frame-texts';
import { useLeaveQuestion } from './use-leave-question';
import type { SettingsDraft } from './use-settings-draft';

interface Props<Value> {
  readonly ctx: RemoteContext;
  readonly draft: SettingsDraft<Value>;
  /** The page itself shows a refusal, at the faulty line. */
  readonly ownRefusal?: boolean;
  /** Why the entered values can't be saved. */
  readonly invalid?: string | undefined;
}

/** Bar at the lower edge that lists unsaved changes. Asks before the page is left. */
export function SaveBar<Value>({ ctx, draft, ownRefusal = false, invalid }: Props<Value>) {
  const text = useText(frameTexts);
  const format = useLocaleFormat();
  const blocked = useBlocked();
  const show = useDialog();
  useLeaveQuestion(ctx, draft);
  const { changes, isDirty, state, save, discard, conflict } = draft;
  if (!isDirty) return null;

  const isSaving = state.is === 'saving';
  const saveWords = text(conflict ? 'conflict.save' : 'act.save');
  const parts = conflict
    ? [
        { title: text('conflict.theirs'), changes: conflict.theirs },
        { title: text('conflict.mine'), changes: conflict.mine },
      ]
    : [{ title: text('differences.title'), changes }];
  const compare = () =>
    show((onGone) => <DifferenceDialog title={text('act.differences')} parts={parts} onGone={onGone} />);

  return (
    // `sd-foot` keeps notices above the bar.
    <div className="he-save sd-foot" role="region" aria-label={text('differences.title')}>
      {state.is === 'refused' && !ownRefusal && <Refusal fault={state.fault} />}
      {conflict && (
        <div className="he-save-fault">
          <FaultNotice what={text('conflict.what')} advice={text('conflict.advice')} />
        </div>
      )}
      <EditOutlined aria-hidden />
      <span className="he-save-what" role="status">
        <strong>
          {isSaving
            ? text('save.saving')
            : text('save.unsaved', { n: format.number(changes.length), count: changes.length })}
        </strong>
        <span className="sd-secondary">{format.list(namesOf(changes))}</span>
      </span>
      <span className="sd-row he-save-acts">
        <Button onClick={discard} disabled={isSaving}>
          {text('act.discard')}
        </Button>
        <Button onClick={compare}>{text('act.differences')}</Button>
        <LockedTip reason={blocked(text('act.save')) ?? invalid}>
          <Button type="primary" loading={isSaving} onClick={save}>
            {saveWords}
          </Button>
        </LockedTip>
      </span>
    </div>
  );
}

function Refusal({ fault }: { readonly fault: Fault }) {
  const text = useText(frameTexts);
  const isEngine = fault.reason === 'config-refused';
  return (
    <div className="he-save-fault">
      <FaultNotice what={text(isEngine ? 'save.refused' : 'save.failed')} fault={fault} />
    </div>
  );
}

interface DifferenceProps {
  readonly title: string;
  /** A single part is shown without its heading. */
  readonly parts: readonly { readonly title: string; readonly changes: readonly Change[] }[];
  readonly onGone: () => void;
}

/** Shows the unsaved differences. */
function DifferenceDialog({ title, parts, onGone }: DifferenceProps) {
  return (
    <NoticeDialog title={title} onGone={onGone}>
      {parts.map((part) => (
        <section key={part.title}>
          {parts.length > 1 && <strong>{part.title}</strong>}
          <ChangeList changes={part.changes} />
        </section>
      ))}
    </NoticeDialog>
  );
}
