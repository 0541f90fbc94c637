import Drawer, { type DrawerProps } from 'antd/es/drawer';
import { useState } from 'react';
import { focusFirst, type First } from '../focus/focus-first';
import { OURS, useGivenBack } from '../focus/use-given-back';

interface Props extends DrawerProps {
  /** Has the focus once the drawer has moved in, unless somebody types in it by then. */
  readonly first?: First;
  /** It has moved out: whoever has opened it may drop it. */
  readonly onGone?: () => void;
}

/**
 * antd's drawer, whole until it has gone. One that is closed while it still opens is dropped by antd at once if it shall
 * not stay in the page: nobody is told that it closed, and the focus that was in it is lost.
 */
export function KeptDrawer(props: Props) {
  const { open = false, destroyOnHidden = false, first, onGone, afterOpenChange, ...rest } = props;
  const [isThere, setThere] = useState(open);
  const { layer, isFree, giveBack } = useGivenBack(open);
  if (open && !isThere) setThere(true);
  const settle = (shown: boolean) => {
    // What was opened again while it went has not gone.
    if (!shown && open) return;
    const isOurs = !shown && isFree();
    if (shown) focusFirst(first);
    else {
      setThere(false);
      onGone?.();
    }
    afterOpenChange?.(shown);
    // Last, as antd does: a page that has a place for the focus of its own means it for where this one is gone.
    if (isOurs) giveBack();
  };
  return (
    <Drawer
      {...rest}
      open={open}
      focusable={OURS}
      panelRef={layer}
      destroyOnHidden={destroyOnHidden && !isThere}
      afterOpenChange={settle}
    />
  );
}
