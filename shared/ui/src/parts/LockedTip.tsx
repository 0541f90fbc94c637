import Tooltip from 'antd/es/tooltip';
import { cloneElement, type MouseEvent, type ReactElement } from 'react';

interface Control {
  readonly 'aria-disabled'?: boolean;
  readonly className?: string | undefined;
  readonly onClick?: ((event: MouseEvent<HTMLElement>) => void) | undefined;
}

interface Props {
  /** Why the control can't be used now; without one it works. */
  readonly reason: string | undefined;
  readonly children: ReactElement<Control>;
}

/**
 * Forbidden by state: the control stays visible and focusable, says why, and does nothing. A `disabled` button
 * could not be reached by keyboard, so its reason would stay unread.
 */
export function LockedTip({ reason, children }: Props) {
  if (!reason) return children;
  return (
    <Tooltip title={reason}>
      {cloneElement(children, {
        'aria-disabled': true,
        className: `${children.props.className ?? ''} sd-off`,
        onClick: (event) => {
          event.preventDefault();
          event.stopPropagation();
        },
      })}
    </Tooltip>
  );
}
