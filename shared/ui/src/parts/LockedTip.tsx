import Tooltip from 'antd/es/tooltip';
import { cloneElement, type MouseEvent, type ReactElement } from 'react';

interface Control {
  readonly 'aria-disabled'?: boolean;
  readonly className?: string | undefined;
  readonly onClick?: ((event: MouseEvent<HTMLElement>) => void) | undefined;
}

interface Props {
  /** Why the control can't be used now; without a reason it works. */
  readonly reason: string | undefined;
  readonly children: ReactElement<Control>;
}

/** The keyboard shows the reason too. */
const TRIGGER: ('hover' | 'focus')[] = ['hover', 'focus'];

/**
 * A control that the current state forbids stays visible and focusable, shows why, and does nothing. A
 * `disabled` button could not be reached by keyboard, so its reason would stay unread.
 */
export function LockedTip({ reason, children }: Props) {
  // Always around the control: wrapping it only while locked would remount the control and drop its focus.
  return (
    <Tooltip title={reason} trigger={TRIGGER}>
      {reason
        ? cloneElement(children, {
            'aria-disabled': true,
            className: `${children.props.className ?? ''} sd-off`,
            onClick: (event) => {
              event.preventDefault();
              event.stopPropagation();
            },
          })
        : children}
    </Tooltip>
  );
}
