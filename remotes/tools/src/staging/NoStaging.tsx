import type { Language } from '@sitedeck/contract';
import { pollTasksNow, useCurrentHost } from '@sitedeck/sdk';
import { Button, InlineAlert, LockedTip, showTaskStarted, useBlocked, useText } from '@sitedeck/ui/core';
import { fieldsOf } from '../site-move/move-task';
import { refetchStaging, stagingApi } from '../staging.api';
import { keepLogin } from './shown-logins';
import { stagingTexts } from './staging-texts';

/** What a staging copy is, and how to make one. */
export function NoStaging({ language }: { readonly language: Language }) {
  const text = useText(stagingTexts);
  const blocked = useBlocked();
  const { hostCode } = useCurrentHost().hostService;
  const [create, { isLoading }] = stagingApi.useCreateStagingMutation();
  const reason = language === 'NET' ? text('none.net') : blocked(text('create'));
  const start = async (from: Element) => {
    const { data } = await create({ body: {} });
    // The shell announces a refusal.
    if (!data) return;
    keepLogin({ hostCode, url: data.url, user: data.user, password: data.password });
    showTaskStarted(from);
    pollTasksNow();
    refetchStaging();
  };
  return (
    <section className="tl-card sd-card tl-stack" aria-label={text('none')}>
      <LastFailure />
      <h2>{text('none')}</h2>
      <p className="sd-secondary">{text('none.what')}</p>
      <ul className="tl-points">
        {(['files', 'database', 'data', 'mail'] as const).map((point) => (
          <li key={point}>{text(`none.${point}`)}</li>
        ))}
      </ul>
      <div>
        <LockedTip reason={reason}>
          <Button
            type="primary"
            loading={isLoading}
            onClick={({ currentTarget }) => reason === undefined && void start(currentTarget)}
          >
            {text('create')}
          </Button>
        </LockedTip>
      </div>
    </section>
  );
}

/** Why the newest attempt failed. */
function LastFailure() {
  const text = useText(stagingTexts);
  const { hostCode } = useCurrentHost().hostService;
  const params = { hostCode, page: 1, size: 1 };
  const { data } = stagingApi.useListStagingTasksQuery({ params, body: { taskType: ['STAGING_CREATE'] } });
  const newest = data?.records[0];
  if (newest?.taskStatus !== 'RUNNING_FAIL') return null;
  const { message } = fieldsOf(newest.taskInfo);
  return (
    <InlineAlert kind="danger">
      {text('create.failed', { why: typeof message === 'string' ? message : '' })}
    </InlineAlert>
  );
}
