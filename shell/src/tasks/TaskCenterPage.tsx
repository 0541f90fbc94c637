import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import { isOpen } from '@sitedeck/contract';
import { pollTasksNow } from '@sitedeck/sdk';
import { Button, PageHeader, sharedTexts, useFeedback, useText } from '@sitedeck/ui/core';
import { ResourceTable, type RowAct } from '@sitedeck/ui/page';
import { useTaskColumns } from './task-columns';
import { taskStyle } from './task-style';
import { centerTexts } from './center/center-texts';
import type { TaskView } from './task-view';
import { TaskDrawer } from './TaskDrawer';
import { TaskFilters } from './TaskFilters';
import { useDeleteTaskMutation } from './tasks.api';
import { useStopTask } from './use-stop-task';
import { useTaskFilter } from './use-task-filter';
import { useTaskPage } from './use-task-page';

/** Fits 查看 and 删除记录 in both languages, px. */
const ACTS_WIDTH = 168;

/** Every task of the host, and the actions it still allows. */
export function TaskCenterPage() {
  const text = useText(centerTexts);
  const shared = useText(sharedTexts);
  const { filter, change, openTask } = useTaskFilter();
  const { rows, refetch } = useTaskPage(filter);
  const columns = useTaskColumns();
  const remove = useRemoveRecord();
  const acts = useRowActions((id) => change({ task: String(id) }), remove);

  function refresh(): void {
    refetch();
    pollTasksNow();
  }

  return (
    <>
      <style>{taskStyle}</style>
      <PageHeader
        title={text('title')}
        purpose={text('purpose')}
        actions={
          <Button icon={<ReloadOutlined />} onClick={refresh}>
            {shared('act.refresh')}
          </Button>
        }
      />
      <ResourceTable<TaskView>
        label={text('title')}
        rows={rows}
        rowKey={({ key }) => key}
        rowName={(view) => [shared(view.nameKey), view.subject].filter(Boolean).join(' ')}
        columns={columns}
        acts={acts}
        actsTitle={text('column.acts')}
        actsWidth={ACTS_WIDTH}
        tools={<TaskFilters filter={filter} onChange={change} />}
        paging={{
          page: filter.page,
          size: filter.size,
          onChange: (page, size) =>
            change({ page: String(size === filter.size ? page : 1), size: String(size) }),
        }}
        empty={{ text: text('empty') }}
        filter={{
          active: [filter.type, filter.status, filter.time].some((set) => set !== undefined),
          clear: () =>
            change({
              type: undefined,
              status: undefined,
              time: undefined,
              from: undefined,
              to: undefined,
              page: undefined,
            }),
        }}
        retry={refetch}
      />
      <TaskDrawer id={openTask} onClose={() => change({ task: undefined })} onRemove={remove} />
    </>
  );
}

function useRemoveRecord(): (id: number) => Promise<void> {
  const text = useText(centerTexts);
  const { message } = useFeedback();
  const [remove] = useDeleteTaskMutation();
  return async (id) => {
    const answer = await remove({ params: { id } });
    // The shell has announced a refusal.
    if (answer.error) return;
    pollTasksNow();
    message.success(text('removed'));
  };
}

function useRowActions(
  view: (id: number) => void,
  remove: (id: number) => Promise<void>,
): readonly RowAct<TaskView>[] {
  const shared = useText(sharedTexts);
  const stop = useStopTask();
  return [
    {
      key: 'view',
      label: shared('act.view'),
      shown: ({ origin }) => origin.is === 'server',
      run: ({ origin }) => origin.is === 'server' && view(origin.task.id),
    },
    {
      key: 'cancel',
      label: shared('act.cancel'),
      shown: ({ status }) => isOpen(status),
      reason: ({ stopping }) => (stopping ? shared('act.cancelling') : undefined),
      run: (task) => void stop(task),
    },
    {
      key: 'remove',
      label: shared('act.deleteRecord'),
      shown: ({ status, origin }) => !isOpen(status) && origin.is === 'server',
      run: ({ origin }) => origin.is === 'server' && void remove(origin.task.id),
    },
  ];
}
