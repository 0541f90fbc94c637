import { MODAL_WIDTH } from '@sitedeck/contract';
import { useCurrentHost } from '@sitedeck/sdk';
import { Button, Modal, useText } from '@sitedeck/ui/core';
import { useRef } from 'react';
import { hasUnsavedWork, reloadWithoutAsking } from '../../boot/leave-guard';
import { hostTexts } from './host-texts';

interface Props {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Explains that another window switched the host, and offers to reload. */
export function MovedDialog({ open, onClose }: Props) {
  const text = useText(hostTexts);
  const { hostService, remark } = useCurrentHost();
  const refresh = useRef<HTMLButtonElement>(null);
  return (
    <Modal
      open={open}
      width={MODAL_WIDTH.host}
      title={text('moved.title')}
      closable={{ 'aria-label': text('close') }}
      onCancel={onClose}
      first={refresh}
      footer={
        <>
          <Button onClick={onClose}>{text('moved.stay')}</Button>
          <Button
            ref={refresh}
            type="primary"
            onClick={() => {
              history.replaceState(null, '', location.pathname);
              reloadWithoutAsking();
            }}
          >
            {text('moved.refresh')}
          </Button>
        </>
      }
    >
      <p className="sd-confirm-body">{text('moved.body', { name: remark || hostService.hostName })}</p>
      {hasUnsavedWork() && <p>{text('moved.dirty')}</p>}
    </Modal>
  );
}
