import type { FileVersion } from '@sitedeck/contract';
import { formatTime } from '@sitedeck/sdk';
import {
  Button,
  EmptyState,
  FaultNotice,
  LockedTip,
  Skeleton,
  TimeText,
  useFeedback,
  useLocaleFormat,
  useNarrow,
  useText,
} from '@sitedeck/ui/core';
import { DiffView } from '@sitedeck/ui/editor';
import { visibleName } from '@sitedeck/ui/visible-name';
import { useRef, useState } from 'react';
import { useFocusKept } from '../../parts/use-focus-kept';
import { nameOf } from '../../paths';
import { editorTexts } from '../editor-texts';
import { useHistory } from './use-history';
import { useRemoveVersions } from './use-remove-versions';

interface Props {
  readonly path: string;
  /** Why nothing can be changed now, and why this file can't be restored. */
  readonly blocked: string | undefined;
  readonly reason: string | undefined;
  readonly onChanged: () => void;
}

/** Least width for two texts side by side, px. */
const WIDE = 1000;

type History = ReturnType<typeof useHistory>;

/** Lists earlier versions and compares the chosen one with the file. A restore can be undone. */
export function HistoryPane({ path, blocked, reason, onChanged }: Props) {
  const text = useText(editorTexts);
  const { message } = useFeedback();
  const box = useRef<HTMLDivElement>(null);
  const isNarrow = useNarrow(box, WIDE);
  const history = useHistory(path, onChanged);
  const [undo, setUndo] = useState<string>();
  const [busy, setBusy] = useState(false);
  const name = visibleName(nameOf(path));
  const { list, chosen, isSame } = history;
  const remove = useRemoveVersions(history.remove);
  useFocusKept(box, () => box.current?.querySelector<HTMLElement>('.fm-version') ?? box.current);

  const putBack = async (id: string, isUndo: boolean) => {
    setBusy(true);
    const outcome = await history.restore(id);
    setBusy(false);
    if (outcome.is === 'failed') return message.error(outcome.message);
    setUndo(isUndo ? undefined : outcome.kept);
    message.success(text(isUndo ? 'history.undone' : 'history.done', { name }));
  };

  if (list.is === 'ready' && list.versions.length === 0)
    return (
      <div ref={box} tabIndex={-1}>
        <EmptyState text={text('history.empty')} />
      </div>
    );
  return (
    <div ref={box} tabIndex={-1} className={isNarrow ? 'fm-history fm-history-narrow' : 'fm-history'}>
      <div className="fm-history-list">
        {list.is === 'loading' && <Skeleton active aria-label={text('history.loading')} />}
        {list.is === 'failed' && (
          <FaultNotice
            what={text('history.fail')}
            fault={list.fault}
            actions={<Button onClick={history.retry}>{text('fail.retry')}</Button>}
          />
        )}
        {list.is === 'ready' && (
          <>
            <VersionList versions={list.versions} chosen={chosen?.id} onChoose={history.choose} />
            <LockedTip reason={blocked}>
              <Button size="small" type="text" onClick={() => void remove(list.versions)}>
                {text('history.removeAll')}
              </Button>
            </LockedTip>
          </>
        )}
      </div>
      <div className="fm-history-diff">
        <div className="fm-editor-body">
          <Comparison name={nameOf(path)} history={history} wide={!isNarrow} />
        </div>
        <div className="fm-editor-foot">
          {undo !== undefined && (
            <span role="status">
              {text('history.done', { name })}
              <Button size="small" type="link" onClick={() => void putBack(undo, true)}>
                {text('history.undo')}
              </Button>
            </span>
          )}
          <span className="fm-editor-acts">
            {chosen && list.is === 'ready' && (
              <LockedTip reason={blocked}>
                <Button onClick={() => void remove(list.versions, chosen)}>{text('history.remove')}</Button>
              </LockedTip>
            )}
            {chosen && (
              <LockedTip reason={isSame ? text('history.same') : reason}>
                <Button type="primary" loading={busy} onClick={() => void putBack(chosen.id, false)}>
                  {text('history.restore')}
                </Button>
              </LockedTip>
            )}
          </span>
        </div>
      </div>
    </div>
  );
}

interface ListProps {
  readonly versions: readonly FileVersion[];
  readonly chosen: string | undefined;
  readonly onChoose: (version: FileVersion) => void;
}

function VersionList({ versions, chosen, onChoose }: ListProps) {
  const text = useText(editorTexts);
  const { bytes } = useLocaleFormat();
  return (
    <ul aria-label={text('history.list')}>
      {versions.map((version) => (
        <li key={version.id}>
          <button
            type="button"
            className="fm-version"
            aria-pressed={version.id === chosen}
            onClick={() => onChoose(version)}
          >
            <strong>
              <TimeText at={new Date(version.keptAt).toISOString()} />
            </strong>
            <span>
              {bytes(version.size)} · {text(`cause.${version.cause}`)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

interface ComparisonProps {
  readonly name: string;
  readonly history: History;
  readonly wide: boolean;
}

function Comparison({ name, history: { list, compared, chosen }, wide }: ComparisonProps) {
  const text = useText(editorTexts);
  if (list.is !== 'ready' || list.versions.length === 0) return null;
  if (!chosen || compared.is === 'none') return <EmptyState text={text('history.choose')} />;
  if (compared.is === 'loading') return <Skeleton active aria-label={text('history.loading')} />;
  if (compared.is === 'failed')
    return (
      <FaultNotice
        what={text(compared.of === 'old' ? 'history.failText' : 'history.failNow')}
        fault={compared.fault}
      />
    );
  const { old, now } = compared;
  if (old === now.content) return <EmptyState text={text('history.same')} />;
  const left = text('history.old', { time: formatTime(new Date(chosen.keptAt).toISOString()) });
  const right = text('history.now');
  return (
    <div className="fm-history-both">
      <div className="fm-merge-head">
        <strong>{left}</strong>
        <strong>{right}</strong>
      </div>
      <DiffView
        fileName={name}
        left={{ label: left, text: old }}
        right={{ label: right, text: now.content }}
        wide={wide}
      />
    </div>
  );
}
