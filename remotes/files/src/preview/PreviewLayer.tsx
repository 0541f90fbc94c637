import { useText } from '@sitedeck/ui/core';
import { visibleName } from '@sitedeck/ui/visible-name';
import { useState } from 'react';
import { Layer } from '../editor/Layer';
import { nameOf } from '../paths';
import { previewTexts } from './preview-texts';

interface Props {
  readonly path: string;
  /** Goes to another file of the folder. */
  readonly onGo: (path: string) => void;
  readonly onGone: () => void;
}

const loadPane = () => import('./PreviewPane');

export function PreviewLayer({ path, onGo, onGone }: Props) {
  const text = useText(previewTexts);
  const [open, setOpen] = useState(true);
  const close = () => setOpen(false);
  return (
    <Layer
      open={open}
      title={text('title', { name: visibleName(nameOf(path)) })}
      load={loadPane}
      onClose={close}
      onGone={onGone}
    >
      {({ PreviewPane }) => <PreviewPane key={path} path={path} onGo={onGo} onClose={close} />}
    </Layer>
  );
}
