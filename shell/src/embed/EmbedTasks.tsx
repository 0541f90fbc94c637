import { isOpen } from '@sitedeck/contract';
import { sharedTexts, useText } from '@sitedeck/ui/core';
import { OpenTask } from '../tasks/OpenTask';
import { useTaskViews } from '../tasks/use-task-views';
import { embedTexts } from './embed-texts';

/** Waiting and running tasks of the host: a portal has no task center. */
export function EmbedTasks() {
  const text = useText(embedTexts);
  const shared = useText(sharedTexts);
  const { views } = useTaskViews();
  const open = views.filter(({ status }) => isOpen(status));
  if (open.length === 0) return null;
  return (
    <section className="se-tray" aria-label={text('tray')}>
      <ul>
        {open.map((view) => {
          const name = shared(view.nameKey);
          return (
            <li key={view.key}>
              <strong>{name}</strong> <span className="sd-secondary">{view.subject}</span>
              <OpenTask view={view} name={name} />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
