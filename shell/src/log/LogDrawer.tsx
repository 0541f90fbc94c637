import type { LogRecord } from '@sitedeck/contract';
import { useMedia, useText } from '@sitedeck/ui/core';
import { Drawer } from '@sitedeck/ui/more';
import { BREAKPOINT, SIZE } from '@sitedeck/ui/tokens';
import { rowId } from './log-columns';
import { logTexts } from './log-texts';
import { LogDetail } from './LogDetail';

interface Props {
  readonly record: LogRecord | undefined;
  readonly onClose: () => void;
  /** Called when the drawer has closed and the focus has returned. */
  readonly onClosed: () => void;
}

/** Returns the focus to the row, or, if it has left the page, to the heading. */
function returnFocus(id: number): void {
  const place = document.getElementById(rowId(id)) ?? document.querySelector<HTMLElement>('main h1');
  place?.focus({ preventScroll: true });
}

/** @param record stays while the drawer closes, so that it does not become empty before it has closed */
export function LogDrawer({ record, open, onClose, onClosed }: Props & { readonly open: boolean }) {
  const text = useText(logTexts);
  const narrow = useMedia(`(max-width: ${BREAKPOINT.touch - 1}px)`);
  return (
    <Drawer
      open={open}
      onClose={onClose}
      onGone={() => {
        if (!record) return;
        returnFocus(record.id);
        onClosed();
      }}
      size={narrow ? '100%' : SIZE.drawer}
      title={text('detail.title')}
      closable={{ placement: 'end', 'aria-label': text('detail.close') }}
      destroyOnHidden
    >
      {record && <LogDetail record={record} />}
    </Drawer>
  );
}
