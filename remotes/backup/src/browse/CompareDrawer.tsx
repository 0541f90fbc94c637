import type { BackupPoint } from '@sitedeck/contract';
import { toFault } from '@sitedeck/sdk';
import { Button, FaultNotice, Skeleton, TextField, useText } from '@sitedeck/ui/core';
import { Drawer } from '@sitedeck/ui/more';
import { useState } from 'react';
import { backupApi } from '../backup.api';
import { frameTexts } from '../frame/frame-texts';
import { useMomentText } from '../frame/use-moment-text';
import { browseTexts } from './browse-texts';
import { Differences } from './Differences';

const WIDTH = 'min(560px, 100%)';

interface Props {
  readonly point: BackupPoint;
  readonly onGone: () => void;
}

/** Lists what was added, changed and removed below a folder since a point was made. */
export function CompareDrawer({ point, onGone }: Props) {
  const text = useText(browseTexts);
  const frame = useText(frameTexts);
  const when = useMomentText()(point.createdAt);
  const [open, setOpen] = useState(true);
  const [typed, setTyped] = useState('/');
  const [path, setPath] = useState('/');
  const [problem, setProblem] = useState<string>();
  const compare = () => {
    const newPath = typed.trim();
    setProblem(newPath.startsWith('/') ? undefined : text('compare.badPath'));
    if (newPath.startsWith('/')) setPath(newPath);
  };
  return (
    <Drawer
      open={open}
      onClose={() => setOpen(false)}
      size={WIDTH}
      title={text('compare.title', { when })}
      closable={{ placement: 'end', 'aria-label': frame('act.close') }}
      onGone={onGone}
      destroyOnHidden
    >
      <form
        className="bk-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          compare();
        }}
      >
        <TextField
          label={text('compare.folder')}
          value={typed}
          onChange={setTyped}
          error={problem}
          hint={text('compare.hint')}
          end={<Button htmlType="submit">{text('compare.act')}</Button>}
        />
      </form>
      <Found key={path} point={point.id} path={path} />
    </Drawer>
  );
}

function Found({ point, path }: { readonly point: number; readonly path: string }) {
  const text = useText(browseTexts);
  const frame = useText(frameTexts);
  const { data, error, isFetching, refetch } = backupApi.useCompareBackupQuery({
    body: { point, path },
  });
  if (isFetching)
    return (
      <div role="status">
        <span className="sd-visually-hidden">{text('compare.busy')}</span>
        <Skeleton active paragraph={{ rows: 5 }} />
      </div>
    );
  if (!data)
    return (
      <FaultNotice
        what={text('compare.failed')}
        fault={toFault(error)}
        actions={<Button onClick={() => void refetch()}>{frame('act.retry')}</Button>}
      />
    );
  return <Differences found={data} />;
}
