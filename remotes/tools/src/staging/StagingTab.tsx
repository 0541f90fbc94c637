import type { Language } from '@sitedeck/contract';
import { isActive, useTaskChanges, useTasks } from '@sitedeck/sdk';
import { InlineAlert, useText } from '@sitedeck/ui/core';
import { PageContent, pageStateOf } from '@sitedeck/ui/page-state';
import { refetchStaging, stagingApi } from '../staging.api';
import { DifferenceList } from './DifferenceList';
import { NoStaging } from './NoStaging';
import { PreviewLogin } from './PreviewLogin';
import { RunningStaging } from './RunningStaging';
import { StagingCard } from './StagingCard';
import { STAGING_KINDS } from './staging-kinds';
import { stagingTexts } from './staging-texts';
import { UndoNotice } from './UndoNotice';

/** The staging copy of the site (预发布副本): makes, shows, pushes and deletes it. */
export function StagingTab({ language }: { readonly language: Language }) {
  const text = useText(stagingTexts);
  const query = stagingApi.useReadStagingQuery({}, { refetchOnMountOrArgChange: true });
  useTaskChanges(STAGING_KINDS, refetchStaging);
  const open = useTasks().tasks.filter(
    (task) => STAGING_KINDS.some((kind) => kind === task.taskType) && isActive(task),
  );
  const isCreating = open.some(({ taskType }) => taskType === 'STAGING_CREATE');
  const { data, error, refetch } = query;
  return (
    <div className="tl-body">
      {open.length > 0 && (
        <section className="tl-card sd-card tl-stack" aria-label={text('running')}>
          {open.map((task) => (
            <RunningStaging key={task.id} task={task} />
          ))}
        </section>
      )}
      <PreviewLogin />
      <UndoNotice />
      <PageContent
        state={pageStateOf({ data, error, refetch: () => void refetch() })}
        failed={text('failed')}
        forbidden={text('forbidden')}
      >
        {({ staging, removing }) => {
          if (staging)
            return (
              <>
                <StagingCard staging={staging} />
                <DifferenceList staging={staging} />
              </>
            );
          if (removing) return <InlineAlert kind="primary">{text('removing')}</InlineAlert>;
          return isCreating ? null : <NoStaging language={language} />;
        }}
      </PageContent>
    </div>
  );
}
