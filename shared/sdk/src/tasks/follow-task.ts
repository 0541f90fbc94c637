import { isOpen, TASK_FOLLOW, type Task } from '@sitedeck/contract';
import { makePause } from './pause';

interface TaskSource {
  readonly ask: (signal: AbortSignal) => Promise<Task>;
  readonly onReply: (task: Task) => void;
}

/** Asks for a task until it has ended or the time is over. An unanswered request is asked again. */
export async function followTask({ ask, onReply }: TaskSource, signal: AbortSignal): Promise<void> {
  const pause = makePause();
  const deadline = Date.now() + TASK_FOLLOW.forMs;
  for (let isGoing = true; isGoing;) {
    await pause.wait(TASK_FOLLOW.everyMs, signal);
    if (signal.aborted || Date.now() > deadline) return;
    const task = await ask(signal).catch(() => undefined);
    if (task) onReply(task);
    isGoing = !task || isOpen(task.taskStatus);
  }
}

/** The list with a newer state of one of its tasks, or with a new task; newest first. */
export function withTask(tasks: readonly Task[] | undefined, task: Task): readonly Task[] {
  const others = (tasks ?? []).filter(({ id }) => id !== task.id);
  return [...others, task].sort((a, b) => b.id - a.id);
}
