import Drawer, { type DrawerProps } from 'antd/es/drawer';
import { useState } from 'react';

/**
 * antd's drawer, whole until it has gone. One that is closed while it still opens is dropped by antd at once if it shall
 * not stay in the page: nobody is told that it closed, and the focus that was in it is lost.
 */
export function KeptDrawer({ open = false, destroyOnHidden = false, afterOpenChange, ...rest }: DrawerProps) {
  const [isThere, setThere] = useState(open);
  if (open && !isThere) setThere(true);
  const settle = (shown: boolean) => {
    // What was opened again while it went has not gone.
    if (!shown && open) return;
    if (!shown) setThere(false);
    afterOpenChange?.(shown);
  };
  return (
    <Drawer {...rest} open={open} destroyOnHidden={destroyOnHidden && !isThere} afterOpenChange={settle} />
  );
}
