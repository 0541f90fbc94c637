import { EllipsisOutlined, UserOutlined } from '@ant-design/icons';
import type { FileEntry } from '@sitedeck/contract';
import { useLocaleFormat, useText } from '@sitedeck/ui/core';
import { visibleName } from '@sitedeck/ui/visible-name';
import type { HTMLAttributes, MouseEvent } from 'react';
import { filesTexts } from '../i18n/files-texts';
import { FolderBytes, SizeCell } from '../sizes/SizeCell';
import { useSizes } from '../sizes/folder-sizes';
import { FileIcon } from './FileIcon';
import { FileName } from './FileName';
import { ModifiedTime } from './ModifiedTime';

interface DragEvents {
  /** Drag handlers of a row, and drop handlers of a folder's row. */
  readonly dragsOf: (
    entry: FileEntry,
  ) => Pick<
    HTMLAttributes<HTMLElement>,
    'onDragStart' | 'onDragEnd' | 'onDragOver' | 'onDragLeave' | 'onDrop'
  >;
}

interface RowEvents extends DragEvents {
  /** The name was clicked, or the row twice. */
  readonly onOpen: (row: number, entry: FileEntry) => void;
  /** The row was clicked beside its name. */
  readonly onPick: (
    row: number,
    entry: FileEntry,
    keys: { readonly add: boolean; readonly range: boolean },
  ) => void;
  readonly onToggle: (row: number, entry: FileEntry) => void;
  readonly onMenu: (row: number, entry: FileEntry, at: { readonly x: number; readonly y: number }) => void;
}

/** What the grid knows of a row. */
export interface RowState {
  readonly id: string;
  readonly row: number;
  /** Undefined while it is being loaded. */
  readonly entry: FileEntry | undefined;
  readonly chosen: boolean;
  /** Under the cursor. */
  readonly active: boolean;
  /** Offset from the first row, px. */
  readonly top: number;
}

interface Props extends RowState, RowEvents {
  readonly card: boolean;
  /** Uid that owns the host's entries. */
  readonly ownerUid: number | undefined;
  readonly cut: boolean;
}

/** One row of the grid. The grid is the only tab stop: keys go to the grid, the pointer works on the row. */
export function FileRow(props: Props) {
  const { id, row, entry, chosen, active, cut, top } = props;
  const marks = [chosen && 'fm-chosen', active && 'fm-active', cut && 'fm-cut'].filter(Boolean).join(' ');
  return (
    // Keys reach the row through the grid's active descendant.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      role="row"
      aria-rowindex={row + 2}
      aria-selected={chosen}
      className={`fm-row ${marks}`}
      style={{ top }}
      draggable={entry !== undefined && !entry.unreadableName}
      {...(entry && props.dragsOf(entry))}
      onClick={(event) => entry && props.onPick(row, entry, keysOf(event))}
      onDoubleClick={() => entry && props.onOpen(row, entry)}
      onContextMenu={(event) => {
        if (!entry) return;
        event.preventDefault();
        props.onMenu(row, entry, { x: event.clientX, y: event.clientY });
      }}
    >
      {entry ? <Cells {...props} entry={entry} /> : <span role="gridcell" className="fm-bone" />}
    </div>
  );
}

const keysOf = (event: MouseEvent) => ({ add: event.ctrlKey || event.metaKey, range: event.shiftKey });

function Cells({ entry, ...props }: Props & { readonly entry: FileEntry }) {
  const text = useText(filesTexts);
  const { row, chosen, card } = props;
  const name = visibleName(entry.name);
  return (
    <>
      <span role="gridcell" className="fm-check">
        <input
          type="checkbox"
          tabIndex={-1}
          checked={chosen}
          aria-label={text('row.select', { name })}
          onClick={(event) => event.stopPropagation()}
          onChange={() => props.onToggle(row, entry)}
        />
      </span>
      <span role="gridcell" className="fm-cell-name">
        <button
          type="button"
          tabIndex={-1}
          className="fm-open"
          onClick={(event) => {
            event.stopPropagation();
            if (event.ctrlKey || event.metaKey || event.shiftKey)
              return props.onPick(row, entry, keysOf(event));
            props.onOpen(row, entry);
          }}
        >
          <FileIcon entry={entry} />
          <span className="fm-label">
            <FileName name={entry.name} />
            {card && <CardFacts entry={entry} ownerUid={props.ownerUid} />}
          </span>
        </button>
      </span>
      {!card && <Facts entry={entry} ownerUid={props.ownerUid} />}
      <span role="gridcell" className="fm-cell-more">
        <button
          type="button"
          tabIndex={-1}
          className="fm-more"
          aria-label={text('row.acts', { name })}
          aria-haspopup="menu"
          onClick={(event) => {
            event.stopPropagation();
            const { left, bottom } = event.currentTarget.getBoundingClientRect();
            props.onMenu(row, entry, { x: left, y: bottom });
          }}
        >
          <EllipsisOutlined aria-hidden />
        </button>
      </span>
    </>
  );
}

interface FactsProps {
  readonly entry: FileEntry;
  readonly ownerUid: number | undefined;
}

function Facts({ entry, ownerUid }: FactsProps) {
  return (
    <>
      <span role="gridcell" className="fm-cell-size">
        <SizeCell entry={entry} />
      </span>
      <span role="gridcell" className="fm-cell-time">
        <ModifiedTime at={entry.mtime} />
      </span>
      <span role="gridcell" className="fm-cell-mode">
        {entry.mode}
        <ForeignMark entry={entry} ownerUid={ownerUid} />
      </span>
      <span role="gridcell" className="fm-cell-owner">
        <Owner entry={entry} ownerUid={ownerUid} />
      </span>
    </>
  );
}

const ROOT_UID = 0;

function Owner({ entry: { uid }, ownerUid }: FactsProps) {
  const text = useText(filesTexts);
  if (uid === ownerUid) return text('owner.site');
  return uid === ROOT_UID ? 'root' : String(uid);
}

/** Marks an entry that the site does not own, where the owner column is hidden. */
function ForeignMark({ entry, ownerUid }: FactsProps) {
  const text = useText(filesTexts);
  if (ownerUid === undefined || entry.uid === ownerUid) return null;
  const label = text('owner.other', { uid: String(entry.uid) });
  return (
    <span className="fm-foreign" title={label}>
      <UserOutlined aria-hidden />
      <span className="sd-visually-hidden">{label}</span>
    </span>
  );
}

function CardFacts({ entry, ownerUid }: FactsProps) {
  const text = useText(filesTexts);
  const format = useLocaleFormat();
  const size = useSizes().of(entry);
  return (
    <span className="fm-card-facts">
      {entry.type === 'folder' ? text('type.folder') : format.bytes(entry.size)}
      {' · '}
      {size && (
        <>
          <FolderBytes entry={entry} />
          {' · '}
        </>
      )}
      <ModifiedTime at={entry.mtime} />
      <ForeignMark entry={entry} ownerUid={ownerUid} />
    </span>
  );
}
