import { setTimeout as sleep } from 'node:timers/promises';
import type { Certificate, Domain, PreflightRow } from '@sitedeck/contract';
import type { AcmeSites } from './acme-sites';
import { fieldOf, type CallReply } from './browser';
import type { ServedSite } from './served-sites';

/** What an owner does about certificates. */
export interface RequestConsole {
  readonly site: ServedSite;
  post(path: string, json?: unknown): Promise<CallReply>;
  apply(names: readonly string[], more?: object): Promise<CallReply>;
  /** Requests a certificate; the status of its task, or the reason of a failure or refusal. */
  issue(names: readonly string[], more?: object): Promise<string>;
  /** Waits for a task's end; its status, or the reason of its failure. */
  ended(taskId: unknown): Promise<string>;
  /** Starts what is due in `inMs`, and waits for the end of this host's newest request. */
  renew(inMs: number): Promise<string>;
  certificates(): Promise<Certificate[]>;
  domain(name: string): Promise<Domain>;
  preflight(names: readonly string[], way?: string): Promise<{ problems: string[]; canApply: unknown }>;
}

const reasonIn = (taskInfo: unknown): string => {
  const { reason } = JSON.parse(String(taskInfo)) as { reason?: unknown };
  return String(reason);
};

export function requestConsole(acme: AcmeSites, site: ServedSite): RequestConsole {
  const post = (path: string, json: unknown = {}) =>
    site.owner.request(`/api/${path}`, { method: 'POST', json });
  const ended = async (taskId: unknown): Promise<string> => {
    for (;;) {
      const task = await site.owner.request(`/api/task/getTask/${String(taskId)}`);
      const status = fieldOf(task, 'taskStatus');
      if (status === 'RUNNING_FAIL') return reasonIn(fieldOf(task, 'taskInfo'));
      if (status !== 'WAIT' && status !== 'RUNNING') return String(status);
      await sleep(50);
    }
  };
  const apply = (names: readonly string[], more: object = {}) =>
    post('certificate/apply', { names, ...more });
  return {
    site,
    post,
    apply,
    ended,
    issue: async (names, more) => {
      const reply = await apply(names, more);
      return reply.code === '200' ? ended(fieldOf(reply, 'taskId')) : String(reply.reason);
    },
    renew: async (inMs) => {
      await acme.renew(inMs);
      const tasks = acme.sites.api.test.db.selectFrom('task').where('host_code', '=', site.code);
      const { id } = await tasks.select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
      return ended(id);
    },
    certificates: async () => fieldOf(await post('certificate/list'), 'certificates') as Certificate[],
    domain: async (name) => {
      const all = fieldOf(await post('domain/list'), 'domains') as Domain[];
      const found = all.find((one) => one.name === name);
      if (!found) throw new Error(`${name} is not bound`);
      return found;
    },
    preflight: async (names, way = 'automatic') => {
      const reply = await post('certificate/preflight', { names, way });
      const problems = (fieldOf(reply, 'rows') as PreflightRow[])
        .filter(({ result }) => result !== 'ok')
        .map(({ name, point, result, message }) => `${name} ${point} ${result}: ${message}`);
      return { problems, canApply: fieldOf(reply, 'canApply') };
    },
  };
}
