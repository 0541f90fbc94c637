import { MODAL_WIDTH } from '@sitedeck/contract';
import type { ModalProps } from 'antd/es/modal';
// Without the static confirm dialogs that the index adds to it.
import Modal from 'antd/es/modal/Modal';
import { useRef, type FocusEvent, type HTMLAttributes } from 'react';
import { FirstFocus, focusFirst, type FirstElement } from '../focus/FirstFocus';
import { NO_ANTD_FOCUS_RETURN, useFocusReturn } from '../focus/use-focus-return';
import { useUndoInLayer } from '../focus/use-undo-in-layer';

interface Props extends ModalProps {
  /** Gets the focus once the dialog has opened, unless the user already types in it. */
  readonly first?: FirstElement;
  /** Called when it has closed: the caller may remove it. */
  readonly onGone?: () => void;
}

/**
 * antd's modal, also for a portal's page. When its opening animation ends, antd focuses the dialog unless the
 * document's active element is inside. Within a shadow root that element is always the portal's host element,
 * so that a focused editor or field would lose the focus and the typed keys. This modal returns it at once. By default it has
 * the specified width and is destroyed on close; its mask never closes it.
 */
export function KeptFocusModal({ first, onGone, afterOpenChange, wrapProps, children, ...rest }: Props) {
  const inside = useRef<HTMLElement>(null);
  const { layer, isFree, returnFocus } = useFocusReturn(rest.open);
  useUndoInLayer(rest.open, layer);
  const remember = ({ target }: FocusEvent<HTMLElement>) => {
    // The dialog element takes the focus without being in the tab order.
    if (target.tabIndex >= 0 || target.isContentEditable) inside.current = target;
  };
  const settle = (shown: boolean) => {
    if (shown && inside.current?.getRootNode() instanceof ShadowRoot) inside.current.focus();
    if (shown) focusFirst(first);
    else {
      if (isFree()) returnFocus();
      onGone?.();
    }
    afterOpenChange?.(shown);
  };
  // antd types it as `any`.
  const given = wrapProps as HTMLAttributes<HTMLElement> | undefined;
  return (
    <Modal
      width={MODAL_WIDTH.normal}
      destroyOnHidden
      {...rest}
      mask={{ blur: false, closable: false }}
      focusable={NO_ANTD_FOCUS_RETURN}
      panelRef={layer}
      wrapProps={{ ...given, onFocus: remember }}
      afterOpenChange={settle}
    >
      {children}
      <FirstFocus open={rest.open === true} first={first} />
    </Modal>
  );
}
