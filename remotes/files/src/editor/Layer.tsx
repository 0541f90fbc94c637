import { Button, FaultNotice, Modal, Skeleton, useText } from '@sitedeck/ui/core';
import type { ReactNode } from 'react';
import { editorTexts } from './editor-texts';
import { usePart } from './use-part';

interface Props<Module> {
  readonly open: boolean;
  readonly title: ReactNode;
  /** Fetches what it holds; of module level. */
  readonly load: () => Promise<Module>;
  readonly onClose: () => void;
  /** It has faded out. */
  readonly onGone: () => void;
  /** What it holds stays alive while it is not shown. */
  readonly kept?: boolean;
  readonly children: (module: Module) => ReactNode;
}

/** A layer almost as large as the window. What it holds is fetched when it is first shown. */
export function Layer<Module>(props: Props<Module>) {
  const { open, title, load, onClose, onGone, kept = false, children } = props;
  const text = useText(editorTexts);
  const part = usePart(load, open);
  return (
    <Modal
      open={open}
      title={title}
      width="min(1440px, calc(100vw - 16px))"
      className="fm-layer"
      footer={null}
      destroyOnHidden={!kept}
      onCancel={onClose}
      onGone={onGone}
    >
      {part.is === 'loading' && <Skeleton active aria-label={text('loading')} />}
      {part.is === 'failed' && (
        <FaultNotice
          what={text('fail.load')}
          actions={<Button onClick={part.retry}>{text('fail.retry')}</Button>}
        />
      )}
      {part.is === 'ready' && children(part.module)}
    </Modal>
  );
}
