import Drawer, { type DrawerProps } from 'antd/es/drawer';
import { useState } from 'react';
import { FirstFocus, focusFirst, type FirstElement } from '../focus/FirstFocus';
import { NO_ANTD_FOCUS_RETURN, useFocusReturn } from '../focus/use-focus-return';
import { useUndoInLayer } from '../focus/use-undo-in-layer';

interface Props extends DrawerProps {
  /** Gets the focus once the drawer has opened, unless the user already types in it. */
  readonly first?: FirstElement;
  /** Called when it has closed: the caller may remove it. */
  readonly onGone?: () => void;
}

/**
 * antd's drawer, kept until its closing animation has ended. antd removes a drawer that is closed while it
 * still opens: it reports no closing, and the focus inside is lost.
 */
export function KeptDrawer(props: Props) {
  const { open = false, destroyOnHidden = false, first, onGone, afterOpenChange, children, ...rest } = props;
  const [isThere, setThere] = useState(open);
  const { layer, isFree, returnFocus } = useFocusReturn(open);
  useUndoInLayer(open, layer);
  if (open && !isThere) setThere(true);
  const settle = (shown: boolean) => {
    // A drawer that was reopened during its closing animation has not closed.
    if (!shown && open) return;
    const isOurs = !shown && isFree();
    if (shown) focusFirst(first);
    else {
      setThere(false);
      onGone?.();
    }
    afterOpenChange?.(shown);
    // Last, as antd does: the page's own target for the focus is meant for the time after the drawer has
    // closed.
    if (isOurs) returnFocus();
  };
  // Otherwise antd focuses the panel after our field.
  const focusing = { focusable: NO_ANTD_FOCUS_RETURN, autoFocus: first === undefined };
  return (
    <Drawer
      {...rest}
      open={open}
      {...focusing}
      panelRef={layer}
      destroyOnHidden={destroyOnHidden && !isThere}
      afterOpenChange={settle}
    >
      {children}
      <FirstFocus open={open} first={first} />
    </Drawer>
  );
}
