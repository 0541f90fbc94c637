import Dropdown, { type DropdownProps } from 'antd/es/dropdown';

/** A menu takes the focus when it opens, so that its keys work at once, and gives it back on Escape. */
export function MenuDropdown(props: DropdownProps) {
  // The element that takes the focus appears because somebody asked for it.
  // eslint-disable-next-line jsx-a11y/no-autofocus
  return <Dropdown autoFocus {...props} />;
}
