import ArrowUpOutlined from '@ant-design/icons/ArrowUpOutlined';
import { Button, useText } from '@sitedeck/ui/core';
import { SIZE } from '@sitedeck/ui/tokens';
import type { MouseEvent, RefObject } from 'react';
import { logTexts } from './log-texts';
import { WAITING_ROWS_BUTTON } from './use-is-at-rows';

/**
 * When a press takes the focus out of the row, wait this long, so that new rows don't move the page before the
 * click.
 */
const keepFocus = (event: MouseEvent) => event.preventDefault();

interface Props {
  /** New rows that wait until the reader leaves the list or requests them here. */
  readonly waiting: number;
  /** Rows that arrived a moment ago. */
  readonly marked: number;
  readonly list: RefObject<HTMLElement | null>;
  readonly show: () => void;
}

/** Reports new rows: always to a screen reader, and by a button while they wait. It takes no space in the page. */
export function NewRows({ waiting, marked, list, show }: Props) {
  const text = useText(logTexts);
  const count = waiting || marked;

  function go(): void {
    show();
    const element = list.current;
    if (!element) return;
    scrollTo({ top: element.getBoundingClientRect().top + scrollY - SIZE.header });
    // The button disappears; the focus goes to the newest row.
    setTimeout(() => element.querySelector<HTMLElement>('.sh-log-open')?.focus({ preventScroll: true }));
  }

  return (
    <>
      <p className="sd-visually-hidden" role="status">
        {count > 0 && text('arrived', { count })}
      </p>
      <div className={WAITING_ROWS_BUTTON}>
        {waiting > 0 && (
          <Button size="small" icon={<ArrowUpOutlined aria-hidden />} onMouseDown={keepFocus} onClick={go}>
            {text('arrived', { count: waiting })}
          </Button>
        )}
      </div>
    </>
  );
}
