import pino from 'pino';
import { HostCode, type TaskKind } from '@sitedeck/contract';
import type { ImplementedTask } from '#queue/worker/run-task';
import { scopeOfTask, type HostFacts } from '#sites/host-scope';
import { purgeAfter } from './purge-after-task';

const hostCode = HostCode.parse('vh1');
const host = { code: hostCode } as HostFacts;
const context = {
  taskId: 1,
  scope: scopeOfTask({ host_code: hostCode, operator: 'demo' }, host),
  signal: new AbortController().signal,
  log: pino({ level: 'silent' }),
  progress: () => undefined,
  step: (_name: string, run: () => Promise<void>) => run(),
  askForConfiguration: () => undefined,
};

/** The steps, in order, when a task of this kind runs and is cleaned up. */
async function stepsOf(type: TaskKind, purge: () => Promise<unknown> = () => Promise.resolve()) {
  const done: string[] = [];
  const task: ImplementedTask = {
    type,
    resumes: false,
    passesBlock: false,
    open: () => ({
      run: () => Promise.resolve(done.push('run')).then(() => ({ rows: 1 })),
      cleanup: () => Promise.resolve(done.push('cleanup')).then(() => undefined),
    }),
  };
  const opened = purgeAfter(task, (code) => {
    done.push(`purge ${code}`);
    return purge();
  }).open({});
  expect(await opened.run(context)).toEqual({ rows: 1 });
  await opened.cleanup(context);
  return done;
}

it.each([
  'WEB_BACKUP_RESTORE',
  'IMAGE_DEPLOY',
  'SITE_MOVE',
  'APP_INSTALL',
  'APP_UPDATE',
  'APP_UNINSTALL',
  'STAGING_PUSH',
  'DB_BACKUP_RESTORE',
  'DB_EMPTY',
  'DB_IMPORT',
  'DB_REPLACE',
] as const)('purges the pages of the host after %s has run, and after its cleanup', async (kind) => {
  expect(await stepsOf(kind)).toEqual(['run', 'purge vh1', 'cleanup', 'purge vh1']);
});

it('purges nothing after tasks that change no page', async () => {
  expect(await stepsOf('WEB_BACKUP')).toEqual(['run', 'cleanup']);
});

it('keeps the result of a task whose purge fails', async () => {
  expect(await stepsOf('DB_IMPORT', () => Promise.reject(new Error('busy')))).toHaveLength(4);
});
