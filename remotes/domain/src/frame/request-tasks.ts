import type { Domain, Task, TaskKind } from '@sitedeck/contract';
import { useTaskChanges, useTasks } from '@sitedeck/sdk';
import { refetchDomains } from '../domain.api';

const REQUESTS: readonly TaskKind[] = ['CERT_APPLY'];

const requests = (tasks: readonly Task[]): readonly Task[] =>
  tasks.filter(({ taskType }) => REQUESTS.includes(taskType));

/** Fetches domains and certificates again when a certificate request changes: it may have replaced a certificate. */
export const useRefetchAfterRequests = (): void => useTaskChanges(REQUESTS, refetchDomains);

function fieldOf(json: string, key: string): unknown {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a request is for this domain: its parameters list the names. */
function isFor({ taskParam }: Task, name: string): boolean {
  const names = fieldOf(taskParam, 'names');
  return Array.isArray(names) && names.includes(name);
}

/** The newest request for a domain: the one that runs, or the last one that the task list still holds. */
export function useRequestOf({ name, certificate }: Domain): Task | undefined {
  const { tasks } = useTasks();
  return requests(tasks).find((task) => task.id === certificate.taskId || isFor(task, name));
}

/** The reference of a failed task, by which support finds it in the log. */
export function referenceOf(task: Task | undefined): string | undefined {
  const id = task && fieldOf(task.taskInfo, 'id');
  return typeof id === 'string' && id !== '' ? id : undefined;
}
