import type { BinItem } from '@sitedeck/contract';
import { Button, LockedTip, TimeText, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { Drawer } from '@sitedeck/ui/more';
import { Input, ResourceTable, type ResourceColumn } from '@sitedeck/ui/page';
import { visibleName } from '@sitedeck/ui/visible-name';
import { useEffect, useRef, useState, type Key, type ReactNode } from 'react';
import { FileIcon } from '../parts/FileIcon';
import { FileName } from '../parts/FileName';
import { nameOf, parentOf } from '../paths';
import { binTexts } from './bin-texts';
import { Retention } from './Retention';
import { useBin, useEmptyBin } from './use-bin';
import { useRestore } from './use-restore';

const WIDTH = 'min(960px, 100%)';

interface Props {
  /** Why nothing can be changed now. */
  readonly blocked: string | undefined;
  readonly onGone: () => void;
}

export function BinDrawer({ blocked, onGone }: Props) {
  const text = useText(binTexts);
  const [open, setOpen] = useState(true);
  return (
    <Drawer
      open={open}
      onClose={() => setOpen(false)}
      size={WIDTH}
      title={text('title')}
      closable={{ placement: 'end', 'aria-label': text('close') }}
      onGone={onGone}
      destroyOnHidden
    >
      <Body blocked={blocked} />
    </Drawer>
  );
}

function Body({ blocked }: Pick<Props, 'blocked'>) {
  const text = useText(binTexts);
  const bin = useBin();
  const restore = useRestore();
  const empty = useEmptyBin();
  const columns = useColumns();
  const [keys, setKeys] = useState<readonly Key[]>([]);
  const rows = bin.rows.is === 'failed' ? [] : bin.rows.rows;
  const chosen = rows.filter(({ id }) => keys.includes(id));
  const box = useFocusInside(rows);
  const reason = () => blocked;
  const doWith = (act: (items: readonly BinItem[]) => Promise<void>, items: readonly BinItem[]) =>
    void act(items).then(() => setKeys([]));

  return (
    <div ref={box} className="fm-bin">
      <p className="sd-hint fm-bin-purpose">{text('purpose')}</p>
      <ResourceTable<BinItem>
        label={text('list')}
        rows={bin.rows}
        rowKey={({ id }) => id}
        rowName={({ path }) => visibleName(nameOf(path))}
        columns={columns}
        acts={[
          { key: 'restore', label: text('restore'), run: (item) => doWith(restore, [item]), reason },
          {
            key: 'remove',
            label: text('remove'),
            danger: true,
            run: (item) => doWith(empty.some, [item]),
            reason,
          },
        ]}
        actsTitle={text('column.acts')}
        tools={
          <>
            <Filter value={bin.filter} onChange={bin.filterBy} />
            {bin.all && <Retention days={bin.all.days} />}
          </>
        }
        toolsEnd={
          <EmptyAll
            all={bin.all}
            blocked={blocked}
            onEmpty={() => bin.all && doWith(() => empty.all(bin.all), [])}
          />
        }
        selection={{
          keys,
          onChange: setKeys,
          nameOf: ({ path }) => visibleName(nameOf(path)),
          acts: (
            <>
              <Act blocked={blocked} onClick={() => doWith(restore, chosen)}>
                {text('restore')}
              </Act>
              <Act blocked={blocked} onClick={() => doWith(empty.some, chosen)}>
                {text('remove')}
              </Act>
            </>
          ),
        }}
        paging={bin.paging}
        empty={{ text: text('nothing') }}
        filter={{ active: bin.filter !== '', clear: () => bin.filterBy('') }}
        retry={bin.refetch}
        dense
      />
    </div>
  );
}

/** Returns the focus to the drawer when a removed row had it. */
function useFocusInside(rows: readonly BinItem[]) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const root = box.current?.getRootNode();
    if (!(root instanceof Document || root instanceof ShadowRoot)) return;
    const { activeElement } = root;
    if (activeElement === null || activeElement === document.body)
      box.current?.querySelector('input')?.focus();
  }, [rows]);
  return box;
}

interface ActProps {
  readonly blocked: string | undefined;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function Act({ blocked, onClick, children }: ActProps) {
  return (
    <LockedTip reason={blocked}>
      <Button size="small" onClick={onClick}>
        {children}
      </Button>
    </LockedTip>
  );
}

interface EmptyAllProps {
  readonly all: { readonly total: number; readonly bytes: number } | undefined;
  readonly blocked: string | undefined;
  readonly onEmpty: () => void;
}

function EmptyAll({ all, blocked, onEmpty }: EmptyAllProps) {
  const text = useText(binTexts);
  const format = useLocaleFormat();
  const { total, bytes } = all ?? { total: 0, bytes: 0 };
  return (
    <span className="sd-row">
      {total > 0 && (
        <span className="sd-hint">
          {text('facts', { n: format.number(total), count: total, size: format.bytes(bytes) })}
        </span>
      )}
      <LockedTip reason={blocked ?? (total === 0 ? text('nothing') : undefined)}>
        <Button onClick={onEmpty}>{text('empty')}</Button>
      </LockedTip>
    </span>
  );
}

/** Applies the filter on Enter or blur, because each letter would be a call. */
function Filter({ value, onChange }: { readonly value: string; readonly onChange: (value: string) => void }) {
  const text = useText(binTexts);
  const [typed, setTyped] = useState(value);
  const [given, setGiven] = useState(value);
  if (given !== value) {
    setGiven(value);
    setTyped(value);
  }
  return (
    <Input
      className="fm-bin-filter"
      aria-label={text('filter')}
      placeholder={text('filter')}
      value={typed}
      spellCheck={false}
      allowClear
      onChange={(event) => setTyped(event.target.value)}
      onClear={() => onChange('')}
      onPressEnter={() => onChange(typed)}
      onBlur={() => typed !== value && onChange(typed)}
    />
  );
}

function useColumns(): readonly ResourceColumn<BinItem>[] {
  const text = useText(binTexts);
  const format = useLocaleFormat();
  return [
    {
      key: 'name',
      title: text('column.name'),
      card: 'name',
      render: ({ path, type }) => (
        <span className="fm-bin-name">
          <FileIcon entry={{ name: nameOf(path), type }} />
          <FileName name={nameOf(path)} />
        </span>
      ),
    },
    {
      key: 'place',
      title: text('column.place'),
      card: 'fact',
      render: ({ path }) => <FileName name={parentOf(path)} />,
    },
    {
      key: 'size',
      title: text('column.size'),
      align: 'end',
      width: 96,
      card: 'fact',
      render: ({ size }) => format.bytes(size),
    },
    {
      key: 'deleted',
      title: text('column.deleted'),
      width: 136,
      card: 'fact',
      render: ({ deletedAt }) => <TimeText at={new Date(deletedAt).toISOString()} />,
    },
    {
      key: 'expires',
      title: text('column.expires'),
      width: 136,
      render: ({ expiresAt }) =>
        expiresAt === null ? (
          <span className="sd-hint">{text('never')}</span>
        ) : (
          <TimeText at={new Date(expiresAt).toISOString()} />
        ),
    },
  ];
}
