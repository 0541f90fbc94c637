import { ArrowDownOutlined, ArrowUpOutlined, HolderOutlined } from '@ant-design/icons';
import { IconButton, LockedTip, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { dropMark, useSorting } from '@sitedeck/ui/sorting';
import { useState, type ReactNode } from 'react';
import { frameTexts } from './frame-texts';

interface Props<Item> {
  readonly label: string;
  readonly items: readonly Item[];
  /** Index of the first item, if the items are a part of a longer list. */
  readonly first?: number;
  /** Unique in the list: serves as key and name. */
  readonly nameOf: (item: Item) => string;
  readonly render: (item: Item, index: number) => ReactNode;
  readonly onOrder: (items: readonly Item[]) => void;
  /** Why nothing can be moved now. */
  readonly blocked: string | undefined;
}

/** A list that the user orders: by dragging, by Alt+↑↓ on a row, or by buttons. */
export function SortableList<Item>({
  label,
  items,
  first = 0,
  nameOf,
  render,
  onOrder,
  blocked,
}: Props<Item>) {
  const text = useText(frameTexts);
  const format = useLocaleFormat();
  const [announcement, announce] = useState('');
  const place = (index: number) => format.number(first + index + 1);
  const total = format.number(items.length);
  /** Why a step button can't move the entry. The button stays focusable. */
  const edge = (to: number) => {
    if (to < 0) return text('sort.isFirst');
    return to >= items.length ? text('sort.isLast') : undefined;
  };
  const { list, dragged, move, handleOf, keysOf } = useSorting({
    items,
    blocked,
    onOrder,
    onMoved: (item, to) => announce(text('sort.moved', { name: nameOf(item), n: place(to), total })),
  });

  return (
    <>
      <ol ref={list} className="he-sort" aria-label={label}>
        {items.map((item, index) => {
          const name = nameOf(item);
          const mark = dragged && dropMark(index, dragged);
          return (
            <li key={name} className={mark && `he-sort-${mark}`} {...keysOf(index)}>
              <LockedTip reason={blocked}>
                <button
                  type="button"
                  className="he-sort-handle"
                  aria-label={text('sort.handle', { name, n: place(index), total })}
                  {...handleOf(index)}
                >
                  <HolderOutlined aria-hidden />
                </button>
              </LockedTip>
              <span className="he-sort-number sd-hint">{place(index)}</span>
              <div className="he-sort-body">{render(item, index)}</div>
              <span className="he-sort-steps">
                {([-1, 1] as const).map((step) => (
                  <LockedTip key={step} reason={blocked ?? edge(index + step)}>
                    <IconButton
                      size="small"
                      icon={step < 0 ? <ArrowUpOutlined /> : <ArrowDownOutlined />}
                      label={text(step < 0 ? 'sort.up' : 'sort.down', { name })}
                      onClick={() => move(index, index + step)}
                    />
                  </LockedTip>
                ))}
              </span>
            </li>
          );
        })}
      </ol>
      <span className="sd-visually-hidden" role="status">
        {announcement}
      </span>
    </>
  );
}
