import type { HostListRecord } from '@sitedeck/contract';
import { useText } from '@sitedeck/ui/core';
import { useEffect, useRef } from 'react';
import { hostTexts } from './host-texts';
import { HostFinder } from './HostFinder';

interface Props {
  readonly id: string;
  readonly onChoose: (host: HostListRecord) => void;
  readonly onAll: () => void;
  /** `back`: the focus returns to the opener. */
  readonly onClose: (back: boolean) => void;
}

/** The popover below the host's name. */
export function HostPanel({ id, onChoose, onAll, onClose }: Props) {
  const text = useText(hostTexts);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), []);
  useEffect(() => {
    const outside = ({ target }: PointerEvent) => {
      const owner = place.current?.parentElement;
      if (target instanceof Node && !owner?.contains(target)) onClose(false);
    };
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, [onClose]);

  return (
    // Users expect Esc to close a layer wherever the focus is inside it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={place}
      id={id}
      className="sh-hosts"
      role="dialog"
      aria-label={text('title')}
      onKeyDown={(event) => event.key === 'Escape' && onClose(true)}
      onBlur={({ currentTarget, relatedTarget }) => {
        // Its opener closes it by itself.
        if (relatedTarget && !currentTarget.parentElement?.contains(relatedTarget)) onClose(false);
      }}
    >
      <HostFinder detailed={false} onChoose={onChoose} />
      <button type="button" className="sd-link-button sh-hosts-all" onClick={onAll}>
        {text('all')}
      </button>
    </div>
  );
}
