import {
  CloseOutlined,
  CopyOutlined,
  DeleteOutlined,
  DownloadOutlined,
  EllipsisOutlined,
  ScissorOutlined,
} from '@ant-design/icons';
import type { FileEntry } from '@sitedeck/contract';
import { Button, Dropdown, IconButton, LockedTip, useLocaleFormat, useText } from '@sitedeck/ui/core';
import type { ReactNode } from 'react';
import { filesTexts } from '../i18n/files-texts';
import type { FileAct } from '../acts/file-acts';

interface Props {
  readonly entries: readonly FileEntry[];
  readonly bytes: number;
  readonly total: number;
  readonly card: boolean;
  readonly acts: readonly FileAct[];
  readonly onAll: () => void;
  readonly onClear: () => void;
}

const ICONS: Readonly<Partial<Record<FileAct['key'], ReactNode>>> = {
  copy: <CopyOutlined />,
  cut: <ScissorOutlined />,
  download: <DownloadOutlined />,
  remove: <DeleteOutlined />,
};

/**
 * Takes exactly the place of the column head while something is chosen: rows that moved under the pointer would give
 * the second half of a double click to another file. What does not fit is in the menu.
 */
export function SelectionBar({ entries, bytes, total, card, acts, onAll, onClear }: Props) {
  const text = useText(filesTexts);
  const format = useLocaleFormat();
  const inBar = acts.filter(({ key }) => ICONS[key] && (!card || key === 'download' || key === 'remove'));
  const rest = acts.filter((act) => !inBar.includes(act));
  const allChosen = entries.length === total;
  return (
    <div className="fm-selection" role="toolbar" aria-label={text('select.bar')}>
      {!card && (
        <input
          type="checkbox"
          checked={allChosen}
          ref={(box) => {
            if (box) box.indeterminate = !allChosen;
          }}
          aria-label={text('select.all', { n: format.number(total) })}
          onChange={allChosen ? onClear : onAll}
        />
      )}
      <span className="fm-selection-count" role="status">
        <strong>{text('select.count', { n: format.number(entries.length) })}</strong>
        {bytes > 0 && <span>{format.bytes(bytes)}</span>}
      </span>
      {inBar.map((act) => (
        <LockedTip key={act.key} reason={act.blocked}>
          <Button type="text" icon={ICONS[act.key]} aria-label={act.label} onClick={act.run}>
            {card && act.key === 'download' ? text('act.download') : act.label}
          </Button>
        </LockedTip>
      ))}
      {rest.length > 0 && (
        <Dropdown menu={{ items: rest.map(menuItem) }} trigger={['click']}>
          <IconButton icon={<EllipsisOutlined />} label={text('act.more')} />
        </Dropdown>
      )}
      <span className="fm-gap" />
      {!card && !allChosen && (
        <Button type="link" onClick={onAll}>
          {text('select.all', { n: format.number(total) })}
        </Button>
      )}
      <IconButton icon={<CloseOutlined />} label={text('select.clear')} onClick={onClear} />
    </div>
  );
}

/** An act as a menu item; one that is blocked stays readable and says why. */
export function menuItem({ key, label, blocked, danger, run }: FileAct) {
  return {
    key,
    danger: danger && blocked === undefined,
    disabled: blocked !== undefined,
    onClick: run,
    label: blocked === undefined ? label : <BlockedLabel label={label} reason={blocked} />,
  };
}

function BlockedLabel({ label, reason }: { readonly label: string; readonly reason: string }) {
  return (
    <span className="fm-blocked">
      {label}
      <small>{reason}</small>
    </span>
  );
}
