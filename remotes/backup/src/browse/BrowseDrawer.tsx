import { RESTORE_PATHS_MAX, type BackupPoint } from '@sitedeck/contract';
import { Button, LockedTip, useBlocked, useDialog, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { Drawer } from '@sitedeck/ui/more';
import { useState } from 'react';
import { frameTexts } from '../frame/frame-texts';
import { useMomentText } from '../frame/use-moment-text';
import { RestoreDialog } from '../restore/RestoreDialog';
import { browseTexts } from './browse-texts';
import { withChoice, NOTHING_CHOSEN, type ChosenPaths } from './chosen';
import { FolderEntries } from './FolderEntries';

const WIDTH = 'min(560px, 100%)';

interface Props {
  readonly point: BackupPoint;
  readonly onGone: () => void;
}

/** Shows the files of a point. The user restores chosen ones or downloads single ones. */
export function BrowseDrawer({ point, onGone }: Props) {
  const text = useText(browseTexts);
  const frame = useText(frameTexts);
  const format = useLocaleFormat();
  const when = useMomentText()(point.createdAt);
  const show = useDialog();
  const blocked = useBlocked();
  const [open, setOpen] = useState(true);
  const [chosen, setChosen] = useState<ChosenPaths>(NOTHING_CHOSEN);
  const paths = [...chosen];
  const reason = blocked(text('restore')) ?? reasonFor(paths.length, text);
  const restore = () =>
    show((gone) => (
      <RestoreDialog
        point={point}
        request={{ is: 'paths', paths }}
        onBegun={() => setOpen(false)}
        onGone={gone}
      />
    ));
  return (
    <Drawer
      open={open}
      onClose={() => setOpen(false)}
      size={WIDTH}
      title={text('title', { when })}
      closable={{ placement: 'end', 'aria-label': frame('act.close') }}
      onGone={onGone}
      destroyOnHidden
      footer={
        <div className="bk-drawer-foot">
          <span role="status">{text('chosen', { n: format.number(paths.length), count: paths.length })}</span>
          <LockedTip reason={reason}>
            <Button type="primary" onClick={restore}>
              {text('restore')}
            </Button>
          </LockedTip>
        </div>
      }
    >
      <p className="sd-hint bk-drawer-hint">{text('purpose')}</p>
      <div className="bk-files">
        <FolderEntries
          point={point.id}
          path="/"
          name={text('root')}
          chosen={chosen}
          onChoose={(path, on) => setChosen((before) => withChoice(before, path, on))}
        />
      </div>
    </Drawer>
  );
}

function reasonFor(count: number, text: (key: 'choose' | 'tooMany') => string): string | undefined {
  if (count === 0) return text('choose');
  return count > RESTORE_PATHS_MAX ? text('tooMany') : undefined;
}
