import Modal, { type ModalProps } from 'antd/es/modal';
import { useRef, type FocusEvent, type HTMLAttributes } from 'react';
import { focusFirst, type First } from '../focus/focus-first';
import { OURS, useGivenBack } from '../focus/use-given-back';

interface Props extends ModalProps {
  /** Has the focus once the dialog has moved in, unless somebody types in it by then. */
  readonly first?: First;
  /** It has moved out: whoever has opened it may drop it. */
  readonly onGone?: () => void;
}

/**
 * antd's modal for a page of somebody else, too. When its opening movement ends, antd gives the focus to the dialog
 * unless the document's active element is inside; within a shadow root that element is always the portal's, so that an
 * editor or a field that had the focus by then would lose it, and with it what is typed. It gets it back at once.
 */
export function KeptFocusModal({ first, onGone, afterOpenChange, wrapProps, ...rest }: Props) {
  const inside = useRef<HTMLElement>(null);
  const { layer, isFree, giveBack } = useGivenBack(rest.open);
  const remember = ({ target }: FocusEvent<HTMLElement>) => {
    // The dialog itself takes the focus without being a stop of its own.
    if (target.tabIndex >= 0 || target.isContentEditable) inside.current = target;
  };
  const settle = (shown: boolean) => {
    if (shown && inside.current?.getRootNode() instanceof ShadowRoot) inside.current.focus();
    if (shown) focusFirst(first);
    else {
      if (isFree()) giveBack();
      onGone?.();
    }
    afterOpenChange?.(shown);
  };
  // Typed as anything by antd.
  const given = wrapProps as HTMLAttributes<HTMLElement> | undefined;
  return (
    <Modal
      {...rest}
      focusable={OURS}
      panelRef={layer}
      wrapProps={{ ...given, onFocus: remember }}
      afterOpenChange={settle}
    />
  );
}
