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

/** The keyboard too reads why. */
const TRIGGER: ('hover' | 'focus')[] = ['hover', 'focus'];

/**
 * Forbidden by state: the control stays visible and focusable, says why, and does nothing. A `disabled` button
 * could not be reached by keyboard, so its reason would stay unread.
 */
export function LockedTip({ reason, children }: Props) {
  // Always around the control: one that is put in only while locked would make the control anew and drop its focus.
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
