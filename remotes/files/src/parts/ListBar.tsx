import {
  CloseOutlined,
  CopyOutlined,
  DeleteOutlined,
  DownloadOutlined,
  EllipsisOutlined,
  FileSearchOutlined,
  FileZipOutlined,
  HistoryOutlined,
  PieChartOutlined,
  ReloadOutlined,
  ScissorOutlined,
  SnippetsOutlined,
} from '@ant-design/icons';
import type { FileEntry } from '@sitedeck/contract';
import { Button, Dropdown, IconButton, LockedTip, useLocaleFormat, useText } from '@sitedeck/ui/core';
import type { ReactNode } from 'react';
import type { ActionName, FileAction } from '../acts/file-actions';
import { filesTexts } from '../i18n/files-texts';
import type { SumOfSizes } from '../sizes/folder-sizes';
import { menuItem } from './menu-item';

interface Props {
  readonly entries: readonly FileEntry[];
  readonly sum: SumOfSizes;
  readonly total: number;
  readonly card: boolean;
  readonly acts: readonly FileAction[];
  readonly onAct: (act: ActionName) => void;
  readonly onAll: () => void;
  readonly onClear: () => void;
  readonly onRefresh: () => void;
  readonly onPaste: () => void;
  readonly onSearch: (recent: boolean) => void;
  /** Measures all folders of the list; absent if there are none. */
  readonly onMeasure: (() => void) | undefined;
  /** Why nothing can be pasted now. */
  readonly pasteBlocked: string | undefined;
}

const ICONS: Readonly<Partial<Record<FileAction['key'], ReactNode>>> = {
  copy: <CopyOutlined aria-hidden />,
  cut: <ScissorOutlined aria-hidden />,
  download: <DownloadOutlined aria-hidden />,
  compress: <FileZipOutlined aria-hidden />,
  remove: <DeleteOutlined aria-hidden />,
};

/**
 * Actions of the list, or of the selection. The bar is always shown: rows that moved under the
 * pointer would make a double click hit another file. Cards show it below them, for a selection only.
 */
export function ListBar(props: Props) {
  const { entries, total, card, onAll, onClear } = props;
  const text = useText(filesTexts);
  const format = useLocaleFormat();
  const hasSelection = entries.length > 0;
  const all = hasSelection && entries.length === total;
  if (card && !hasSelection) return null;
  return (
    <div
      className={`fm-bar ${hasSelection ? 'fm-selection' : ''}`}
      role="toolbar"
      aria-label={text(hasSelection ? 'select.bar' : 'list.bar')}
    >
      {!card && (
        <input
          type="checkbox"
          checked={all}
          disabled={total === 0}
          ref={(box) => {
            if (box) box.indeterminate = hasSelection && !all;
          }}
          aria-label={text('select.all', { n: format.number(total) })}
          onChange={all ? onClear : onAll}
        />
      )}
      {hasSelection ? <SelectionButtons {...props} all={all} /> : <ListButtons {...props} />}
    </div>
  );
}

function ListButtons({ onRefresh, onPaste, onSearch, onMeasure, pasteBlocked }: Props) {
  const text = useText(filesTexts);
  return (
    <>
      <Button type="text" icon={<ReloadOutlined aria-hidden />} onClick={onRefresh}>
        {text('path.refresh')}
      </Button>
      <Button type="text" icon={<FileSearchOutlined aria-hidden />} onClick={() => onSearch(false)}>
        {text('search.here')}
      </Button>
      <Button type="text" icon={<HistoryOutlined aria-hidden />} onClick={() => onSearch(true)}>
        {text('search.recent')}
      </Button>
      {onMeasure && (
        <Button type="text" icon={<PieChartOutlined aria-hidden />} onClick={onMeasure}>
          {text('act.measure')}
        </Button>
      )}
      <LockedTip reason={pasteBlocked}>
        <Button type="text" icon={<SnippetsOutlined aria-hidden />} onClick={onPaste}>
          {text('act.paste')}
        </Button>
      </LockedTip>
    </>
  );
}

function SelectionButtons({
  entries,
  sum,
  total,
  card,
  acts,
  onAct,
  onAll,
  onClear,
  all,
}: Props & { readonly all: boolean }) {
  const text = useText(filesTexts);
  const format = useLocaleFormat();
  const inBar = acts.filter(({ key }) => ICONS[key] && (!card || key === 'download' || key === 'remove'));
  const rest = acts.filter((act) => !inBar.includes(act));
  return (
    <>
      <span className="fm-selection-count" role="status">
        <strong>{text('select.count', { n: format.number(entries.length) })}</strong>
        {sum.bytes > 0 && <span>{format.bytes(sum.bytes)}</span>}
        {sum.unknown > 0 && (
          <span>{text('size.unknown', { n: format.number(sum.unknown), count: sum.unknown })}</span>
        )}
      </span>
      {inBar.map((act) => (
        <LockedTip key={act.key} reason={act.blocked}>
          <Button type="text" icon={ICONS[act.key]} aria-label={act.label} onClick={() => onAct(act.key)}>
            {card && act.key === 'download' ? text('act.download') : act.label}
          </Button>
        </LockedTip>
      ))}
      {rest.length > 0 && (
        <Dropdown
          menu={{ items: rest.map((act) => menuItem({ ...act, run: () => onAct(act.key) })) }}
          trigger={['click']}
        >
          <IconButton icon={<EllipsisOutlined />} label={text('act.more')} />
        </Dropdown>
      )}
      <span className="fm-gap" />
      {!card && !all && (
        <Button type="link" onClick={onAll}>
          {text('select.all', { n: format.number(total) })}
        </Button>
      )}
      <IconButton icon={<CloseOutlined />} label={text('select.clear')} onClick={onClear} />
    </>
  );
}
