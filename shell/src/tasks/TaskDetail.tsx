import WarningOutlined from '@ant-design/icons/WarningOutlined';
import { countsOf, isOpen, type Task } from '@sitedeck/contract';
import {
  countedParts,
  DOT,
  FaultNotice,
  sharedTexts,
  TaskProgress,
  TimeText,
  timeWords,
  useLocaleFormat,
  useText,
} from '@sitedeck/ui/core';
import { centerTexts } from './center/center-texts';
import { FactList } from './FactList';
import { FailedFiles } from './FailedFiles';
import { MoveResult } from './MoveResult';
import { ProgressFields } from './ProgressFields';
import { progressFacts } from './progress-facts';
import { derivedCounts, factsOf, resultOf } from './task-facts';
import { taskTexts } from './task-texts';
import type { TaskView } from './task-view';
import { TaskSteps } from './TaskSteps';
import { useNow } from './use-now';
import { PausedHint, ViewStatus } from './ViewStatus';

interface Props {
  readonly view: TaskView;
  readonly task: Task;
}

export function TaskDetail({ view, task }: Props) {
  const text = useText(centerTexts);
  const brief = useText(taskTexts);
  const shared = useText(sharedTexts);
  const format = useLocaleFormat();
  const result = resultOf(task);
  const name = shared(view.nameKey);
  const moves = isOpen(view.status) && !view.paused;
  const moved = resultCodeOf(task);
  const counted = countedParts(view.progress, shared, format).join(DOT);
  return (
    <>
      <section>
        <h2 className="sd-row">
          {name}
          <ViewStatus view={view} />
        </h2>
        <Line view={view} />
      </section>
      {view.status === 'RUNNING_FAIL' && (
        <FaultNotice
          what={text('detail.failed')}
          fault={{
            message:
              result.message ??
              (isBackup(task) ? text('detail.noData') : brief('toast.failed', { task: name })),
            ...(result.id && { id: result.id }),
          }}
        />
      )}
      <Warnings warnings={result.warnings} />
      {moves && <TaskProgress name={name} progress={view.progress} />}
      {view.paused && <PausedHint />}
      {!moves && counted && <p className="sd-secondary">{counted}</p>}
      {task.steps.length > 0 && <TaskSteps kind={task.taskType} steps={task.steps} />}
      {moved === undefined && <ProgressFields view={view} />}
      <Facts task={task} view={view} path={result.path} />
      {moved !== undefined && <MoveResult code={moved} />}
      {moved === undefined && <FailedFiles files={result.failed} name={`task-${task.id}`} />}
    </>
  );
}

/** What a successful task skipped. */
function Warnings({ warnings }: { readonly warnings: readonly string[] }) {
  if (warnings.length === 0) return null;
  return (
    <ul className="sh-failed-files">
      {warnings.map((warning) => (
        <li key={warning}>
          <span>
            <WarningOutlined aria-hidden /> {warning}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Line({ view }: { readonly view: TaskView }) {
  const text = useText(centerTexts);
  const shared = useText(sharedTexts);
  const now = useNow(view.status === 'RUNNING' && !view.paused);
  const { createdAt, startedAt, endedAt, operator } = view;
  return (
    <p className="sd-secondary">
      <TimeText at={new Date(startedAt ?? createdAt).toISOString()} />
      {startedAt !== undefined &&
        !view.paused &&
        DOT + text('detail.took', { time: timeWords(cutToSeconds((endedAt ?? now) - startedAt), shared) })}
      {operator && DOT + text('detail.operator', { name: operator })}
    </p>
  );
}

/** Cut, not rounded, as the list of tasks counts. */
const cutToSeconds = (ms: number): number => Math.floor(ms / 1000) * 1000;

interface FactsProps {
  readonly task: Task;
  readonly view: TaskView;
  readonly path: string | undefined;
}

function Facts({ task, view, path }: FactsProps) {
  const text = useText(centerTexts);
  const format = useLocaleFormat();
  const { target, object, app, source } = factsOf(task);
  const { fileNum, failFileNum, dataSize } = derivedCounts(task);
  // The progress of some kinds already includes them.
  const shown = new Set(progressFacts(view).map(({ field }) => field));
  const isMoved = resultCodeOf(task) !== undefined;
  const numberUnless = (field: 'total' | 'failed', value: number | undefined) =>
    isMoved || shown.has(field) || value === undefined ? undefined : format.number(value);
  // The line of figures already includes it.
  const isCounted = countsOf(task.progress).bytes !== undefined;
  const facts = [
    { name: text('fact.app'), value: app },
    { name: text('fact.source'), value: source, mono: true },
    { name: text('fact.object'), value: object, mono: true },
    { name: text('fact.target'), value: target, mono: true },
    { name: text('fact.fileNum'), value: numberUnless('total', fileNum) },
    { name: text('fact.failFileNum'), value: numberUnless('failed', failFileNum) },
    {
      name: text('fact.size'),
      value: isCounted || dataSize === undefined ? undefined : format.bytes(dataSize),
    },
    {
      name: text(isBackup(task) ? 'fact.backup' : 'fact.result'),
      value: path === object ? undefined : path,
      mono: true,
    },
  ];
  if (facts.every(({ value }) => value === undefined)) return null;
  return (
    <section>
      <h3 className="sd-visually-hidden">{text('detail.facts')}</h3>
      <FactList facts={facts} />
    </section>
  );
}

/** Code of the result of a site move that has copied something. The result has all of its figures. */
const resultCodeOf = ({ taskType, taskStatus, preTaskCode }: Task): string | undefined =>
  taskType === 'SITE_MOVE' && taskStatus === 'RUNNING_SUCCESS' ? (preTaskCode ?? undefined) : undefined;

const isBackup = ({ taskType }: Task) => taskType === 'WEB_BACKUP' || taskType === 'DB_BACKUP';
