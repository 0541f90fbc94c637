import { isOpen } from '@sitedeck/contract';
import { toFault, useTask } from '@sitedeck/sdk';
import { Button, FaultNotice, sharedTexts, Skeleton, useMedia, useText } from '@sitedeck/ui/core';
import { Drawer } from '@sitedeck/ui/more';
import { BREAKPOINT, SIZE } from '@sitedeck/ui/tokens';
import { useState } from 'react';
import { centerTexts } from './center/center-texts';
import { DownloadExport } from './DownloadExport';
import { useStopping } from './stopping';
import { serverView, type TaskView } from './task-view';
import { TaskDetail } from './TaskDetail';
import { useGetTaskQuery } from './tasks.api';
import { useStopTask } from './use-stop-task';

interface Props {
  readonly id: number | undefined;
  readonly onClose: () => void;
  readonly onRemove: (id: number) => Promise<void>;
}

export function TaskDrawer({ id, onClose, onRemove }: Props) {
  const text = useText(centerTexts);
  const narrow = useMedia(`(max-width: ${BREAKPOINT.touch - 1}px)`);
  // Kept while the drawer closes, so that it does not become empty before it is gone.
  const [shown, setShown] = useState(id);
  if (id !== undefined && id !== shown) setShown(id);
  return (
    <Drawer
      open={id !== undefined}
      onClose={onClose}
      size={narrow ? '100%' : SIZE.drawer}
      title={text('detail.title')}
      closable={{ placement: 'end', 'aria-label': text('detail.close') }}
      destroyOnHidden
      rootClassName="sh-task-drawer"
    >
      {shown !== undefined && <Body id={shown} onClose={onClose} onRemove={onRemove} />}
    </Drawer>
  );
}

function Body({ id, onClose, onRemove }: Props & { readonly id: number }) {
  const text = useText(centerTexts);
  const shared = useText(sharedTexts);
  const { data, error, refetch } = useGetTaskQuery({ params: { id } });
  const polled = useTask(id);
  const stopping = useStopping();
  const task = polled ?? data;
  if (error && !task) {
    return (
      <FaultNotice
        what={text('detail.failedSee')}
        fault={toFault(error)}
        actions={<Button onClick={() => void refetch()}>{shared('act.retry')}</Button>}
      />
    );
  }
  if (!task) return <Skeleton active />;
  const view = serverView(task, stopping.has(id));
  return (
    <div className="sh-task-detail">
      <TaskDetail view={view} task={task} />
      <Foot
        view={view}
        onRemove={() => {
          onClose();
          void onRemove(id);
        }}
      />
    </div>
  );
}

function Foot({ view, onRemove }: { readonly view: TaskView; readonly onRemove: () => void }) {
  const shared = useText(sharedTexts);
  const stop = useStopTask();
  if (!isOpen(view.status)) {
    return (
      <footer className="sd-row">
        {view.origin.is === 'server' && (
          <DownloadExport task={view.origin.task} label={shared('act.download')} />
        )}
        <Button onClick={onRemove}>{shared('act.deleteRecord')}</Button>
      </footer>
    );
  }
  return (
    <footer>
      <Button
        aria-disabled={view.stopping}
        className={view.stopping ? 'sd-off' : ''}
        onClick={() => view.stopping || void stop(view)}
      >
        {shared(view.stopping ? 'act.cancelling' : 'act.cancel')}
      </Button>
    </footer>
  );
}
