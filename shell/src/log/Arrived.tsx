import ArrowUpOutlined from '@ant-design/icons/ArrowUpOutlined';
import { Button, useText } from '@sitedeck/ui/core';
import { SIZE } from '@sitedeck/ui/tokens';
import type { MouseEvent, RefObject } from 'react';
import { logTexts } from './log-texts';
import { ARRIVED } from './use-attention';

/** Where a press takes the focus from the row, and puts it nowhere, the rows would come before the click does. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

interface Props {
  /** Rows that wait until the reader has left the list, or asks for them here. */
  readonly waiting: number;
  /** Rows that came a moment ago. */
  readonly marked: number;
  readonly list: RefObject<HTMLElement | null>;
  readonly show: () => void;
}

/** Tells of new rows: to a screen reader always, in a button where they wait. It takes no room in the page. */
export function Arrived({ waiting, marked, list, show }: Props) {
  const text = useText(logTexts);
  const count = waiting || marked;

  function go(): void {
    show();
    const element = list.current;
    if (!element) return;
    scrollTo({ top: element.getBoundingClientRect().top + scrollY - SIZE.header });
    // The button goes; the newest row is where the reader wanted to be.
    setTimeout(() => element.querySelector<HTMLElement>('.sh-log-open')?.focus({ preventScroll: true }));
  }

  return (
    <>
      <p className="sd-visually-hidden" role="status">
        {count > 0 && text('arrived', { count })}
      </p>
      <div className={ARRIVED}>
        {waiting > 0 && (
          <Button size="small" icon={<ArrowUpOutlined aria-hidden />} onMouseDown={keepFocus} onClick={go}>
            {text('arrived', { count: waiting })}
          </Button>
        )}
      </div>
    </>
  );
}
