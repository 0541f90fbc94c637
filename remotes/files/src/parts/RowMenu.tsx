import { Dropdown } from '@sitedeck/ui/core';
import type { FileAct } from '../acts/file-acts';
import { menuItem } from './menu-item';

export interface MenuPosition {
  readonly x: number;
  readonly y: number;
}

interface Props {
  readonly at: MenuPosition;
  readonly acts: readonly FileAct[];
  /** Also when nothing was chosen: the focus goes back to the list. */
  readonly onClose: () => void;
}

/** The menu of a row, at the pointer or below its button. */
export function RowMenu({ at, acts, onClose }: Props) {
  return (
    <Dropdown
      open
      trigger={['click']}
      placement="bottomLeft"
      menu={{ items: acts.map(menuItem), onClick: onClose }}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <span className="fm-menu-place" style={{ left: at.x, top: at.y }} />
    </Dropdown>
  );
}
