import { type HostListRecord } from '@sitedeck/contract';
import { Modal, useText } from '@sitedeck/ui/core';
import { useRef } from 'react';
import { hostTexts } from './host-texts';
import { HostFinder } from './HostFinder';

interface Props {
  readonly open: boolean;
  readonly onChoose: (host: HostListRecord) => void;
  readonly onClose: () => void;
  /** After the closing animation, which drops the focus. */
  readonly onGone: () => void;
}

/** All hosts, each with all of its domains. */
export function HostsModal({ open, onChoose, onClose, onGone }: Props) {
  const text = useText(hostTexts);
  const place = useRef<HTMLDivElement>(null);
  return (
    <Modal
      open={open}
      title={text('all.title')}
      closable={{ 'aria-label': text('close') }}
      footer={null}
      onCancel={onClose}
      first={() => place.current?.querySelector<HTMLElement>('[data-autofocus]')}
      onGone={onGone}
    >
      <div ref={place} className="sh-hosts-detailed">
        <HostFinder detailed onChoose={onChoose} />
      </div>
    </Modal>
  );
}
