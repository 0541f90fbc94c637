import { useText } from '@sitedeck/ui/core';
import { visibleName } from '@sitedeck/ui/visible-name';
import { useState } from 'react';
import { nameOf } from '../../paths';
import { editorTexts } from '../editor-texts';
import { Layer } from '../Layer';

interface Props {
  readonly path: string;
  /** Why nothing can be changed now. */
  readonly reason: string | undefined;
  /** The editor holds unsaved text of this file. */
  readonly isUnsaved: boolean;
  readonly onChanged: () => void;
  readonly onGone: () => void;
}

const loadPane = () => import('./HistoryPane');

export function HistoryLayer({ path, reason, isUnsaved, onChanged, onGone }: Props) {
  const text = useText(editorTexts);
  const [open, setOpen] = useState(true);
  return (
    <Layer
      open={open}
      title={text('history.title', { name: visibleName(nameOf(path)) })}
      load={loadPane}
      onClose={() => setOpen(false)}
      onGone={onGone}
    >
      {({ HistoryPane }) => (
        <HistoryPane
          path={path}
          blocked={reason}
          reason={reason ?? (isUnsaved ? text('history.unsaved') : undefined)}
          onChanged={onChanged}
        />
      )}
    </Layer>
  );
}
