import { Dropdown } from '@sitedeck/ui/core';
import type { ActionName, FileAction } from '../acts/file-actions';
import { menuItem } from './menu-item';

export interface MenuPosition {
  readonly x: number;
  readonly y: number;
}

interface Props {
  readonly at: MenuPosition;
  readonly acts: readonly FileAction[];
  readonly onAct: (act: ActionName) => void;
  /** Called after each close; the focus returns to the list. */
  readonly onClose: () => void;
}

/** The menu of a row, at the pointer or below the row's button. */
export function RowMenu({ at, acts, onAct, onClose }: Props) {
  return (
    <Dropdown
      open
      trigger={['click']}
      placement="bottomLeft"
      menu={{ items: acts.map((act) => menuItem({ ...act, run: () => onAct(act.key) })), onClick: onClose }}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <span className="fm-menu-place" style={{ left: at.x, top: at.y }} />
    </Dropdown>
  );
}
