import { Button, FaultNotice, Modal, Skeleton, useText } from '@sitedeck/ui/core';
import type { ReactNode } from 'react';
import { editorTexts } from './editor-texts';
import { useLazyModule } from './use-lazy-module';

interface Props<Module> {
  readonly open: boolean;
  readonly title: ReactNode;
  /** Loads the module with the content. Must be the same function at each render. */
  readonly load: () => Promise<Module>;
  readonly onClose: () => void;
  /** Called when the closing animation has ended. */
  readonly onGone: () => void;
  /** Keeps the content mounted while hidden. */
  readonly kept?: boolean;
  readonly children: (module: Module) => ReactNode;
}

/**
 * A window over the page for editor and previews, so neither 600 px wide nor destroyed while minimized, as dialogs are;
 * its content is loaded when first shown.
 */
export function Layer<Module>(props: Props<Module>) {
  const { open, title, load, onClose, onGone, kept = false, children } = props;
  const text = useText(editorTexts);
  const lazyModule = useLazyModule(load, open);
  return (
    <Modal
      open={open}
      title={title}
      width="min(1440px, calc(100vw - 16px))"
      className="fm-layer"
      closable={{ 'aria-label': text('close') }}
      footer={null}
      destroyOnHidden={!kept}
      onCancel={onClose}
      onGone={onGone}
    >
      {lazyModule.is === 'loading' && <Skeleton active aria-label={text('loading')} />}
      {lazyModule.is === 'failed' && (
        <FaultNotice
          what={text('fail.load')}
          actions={<Button onClick={lazyModule.retry}>{text('fail.retry')}</Button>}
        />
      )}
      {lazyModule.is === 'ready' && children(lazyModule.module)}
    </Modal>
  );
}
