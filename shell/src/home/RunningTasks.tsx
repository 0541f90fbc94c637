import { isOpen } from '@sitedeck/contract';
import { sharedTexts, useText } from '@sitedeck/ui/core';
import { OpenTask } from '../tasks/OpenTask';
import type { TaskView } from '../tasks/task-view';
import { ViewStatus } from '../tasks/ViewStatus';
import { useTaskViews } from '../tasks/use-task-views';
import { homeTexts } from './home-texts';
import { InnerLink } from './InnerLink';

export function RunningTasks() {
  const text = useText(homeTexts);
  const { views, open } = useTaskViews();
  const running = views.filter(({ status }) => isOpen(status));
  return (
    <section className="sd-card sh-home-card" aria-labelledby="sh-running">
      <div className="sh-home-head">
        <h2 id="sh-running">{open > 0 ? text('tasks.count', { n: open }) : text('tasks')}</h2>
        <InnerLink to="/taskCenter">{text('tasks.center')}</InnerLink>
      </div>
      {running.length === 0 && <p className="sd-secondary">{text('tasks.none')}</p>}
      <ul>
        {running.map((view) => (
          <RunningTask key={view.key} view={view} />
        ))}
      </ul>
    </section>
  );
}

function RunningTask({ view }: { readonly view: TaskView }) {
  const shared = useText(sharedTexts);
  const name = shared(view.nameKey);
  return (
    <li className="sh-running-task">
      <div className="sd-row">
        <strong>{name}</strong>
        {view.subject && <span className="sd-secondary">{view.subject}</span>}
        <ViewStatus view={view} />
      </div>
      <OpenTask view={view} name={name} />
    </li>
  );
}
