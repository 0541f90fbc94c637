import CloseOutlined from '@ant-design/icons/CloseOutlined';
import { IconButton, useText } from '@sitedeck/ui/core';
import { useEffect, useId, useLayoutEffect, useRef } from 'react';
import { chatTexts } from './chat-texts';

interface Props {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The external script runs in a frame without the console's origin, so it can't reach the page around it. */
export function ChatPanel({ open, onClose }: Props) {
  const text = useText(chatTexts);
  const id = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (open) title.current?.focus();
  }, [open]);
  useLayoutEffect(() => {
    const box = panel.current;
    // The panel goes when service hours end, and its button with it.
    return () => {
      if (!box?.contains(document.activeElement)) return;
      document.querySelector<HTMLElement>('#sd-content')?.focus({ preventScroll: true });
    };
  }, []);
  return (
    // Users expect Esc to close a layer wherever the focus is inside it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={panel}
      className="sh-chat"
      role="dialog"
      aria-labelledby={id}
      hidden={!open}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <div className="sh-chat-head">
        <h2 id={id} ref={title} tabIndex={-1}>
          {text('title')}
        </h2>
        <IconButton label={text('close')} icon={<CloseOutlined />} onClick={onClose} />
      </div>
      <iframe src="/chatbot" title={text('title')} sandbox="allow-scripts allow-forms allow-popups" />
    </div>
  );
}
