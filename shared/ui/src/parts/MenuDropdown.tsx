// Without the split button that the index adds to it.
import Dropdown, { type DropdownProps } from 'antd/es/dropdown/dropdown';
import { useRef } from 'react';
import { focusedElement } from '../focus/focused';

type Menu = NonNullable<DropdownProps['menu']>;

/**
 * A menu takes the focus when it opens, so that its keys work at once, and returns it when it closes. The Enter
 * that chooses an entry stops there: otherwise a dialog that opens at once would get the rest of the key press
 * as a click on its first button.
 */
export function MenuDropdown({ menu, onOpenChange, ...rest }: DropdownProps) {
  const opener = useRef<Element>(null);
  const chosen: Menu['onClick'] = (info) => {
    if (info.domEvent.type === 'keydown') {
      info.domEvent.preventDefault();
      // A dialog that the entry opens takes the focus afterwards.
      if (opener.current instanceof HTMLElement) opener.current.focus();
    }
    menu?.onClick?.(info);
  };
  return (
    <Dropdown
      // The user opened this element, so it may take the focus.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      {...rest}
      onOpenChange={(open, info) => {
        if (open) opener.current = focusedElement();
        // Esc and Tab close it too, and leave the focus in what is no longer seen.
        else if (opener.current instanceof HTMLElement && focusedElement()?.closest('[role="menu"]'))
          opener.current.focus();
        onOpenChange?.(open, info);
      }}
      {...(menu && { menu: { ...menu, onClick: chosen } })}
    />
  );
}
