import Button, { type ButtonProps } from 'antd/es/button';
import Tooltip from 'antd/es/tooltip';
import type { ReactNode, Ref } from 'react';

interface Props extends Omit<ButtonProps, 'children' | 'icon' | 'title' | 'aria-label'> {
  readonly icon: ReactNode;
  /** The action and its object: 删除 index.php. Used as name and tooltip. */
  readonly label: string;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A button with only an icon always has a name and a tooltip. */
export function IconButton({ icon, label, type = 'text', ...rest }: Props) {
  return (
    <Tooltip title={label}>
      <Button {...rest} type={type} icon={icon} aria-label={label} />
    </Tooltip>
  );
}
