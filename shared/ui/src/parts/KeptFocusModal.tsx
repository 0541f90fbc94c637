import Modal, { type ModalProps } from 'antd/es/modal';
import { useRef, type FocusEvent, type HTMLAttributes } from 'react';

/**
 * antd's modal for a page of somebody else, too. When its opening movement ends, antd gives the focus to the dialog
 * unless the document's active element is inside; within a shadow root that element is always the portal's, so that an
 * editor or a field that had the focus by then would lose it, and with it what is typed. It gets it back at once.
 */
export function KeptFocusModal({ afterOpenChange, wrapProps, ...rest }: ModalProps) {
  const inside = useRef<HTMLElement>(null);
  const remember = ({ target }: FocusEvent<HTMLElement>) => {
    // The dialog itself takes the focus without being a stop of its own.
    if (target.tabIndex >= 0 || target.isContentEditable) inside.current = target;
  };
  const settle = (shown: boolean) => {
    if (shown && inside.current?.getRootNode() instanceof ShadowRoot) inside.current.focus();
    afterOpenChange?.(shown);
  };
  // Typed as anything by antd.
  const given = wrapProps as HTMLAttributes<HTMLElement> | undefined;
  return <Modal {...rest} wrapProps={{ ...given, onFocus: remember }} afterOpenChange={settle} />;
}
