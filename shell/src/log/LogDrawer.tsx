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
  /** It has gone, and the focus is where it was opened. */
  readonly onClosed: () => void;
}

/** Back to the row, or, where that has left the page meanwhile, to the heading. */
function returnFocus(id: number): void {
  const place = document.getElementById(rowId(id)) ?? document.querySelector<HTMLElement>('main h1');
  place?.focus({ preventScroll: true });
}

/** @param record stays while the drawer closes, so that it does not empty itself before it is gone */
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
