import '@testing-library/jest-dom';
import {
  addCronJob,
  CRON_JOBS_MAX,
  listCronJobs,
  listCronRuns,
  readCronOutput,
  removeCronJob,
  runCronJob,
} from '@sitedeck/contract';
import { renderRemote, startKernel } from '@sitedeck/ui/testing/render-remote';
import { refusal, reply } from '@sitedeck/ui/testing/reply-server';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { App } from '../../app';
import { cronJob, cronRun, jobsReply, openEnvServer } from '../../testing/env-server';

let server: Awaited<ReturnType<typeof openEnvServer>>;

beforeAll(async () => {
  server = await openEnvServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.reset();
  startKernel(server.origin, `${server.origin}/fs`);
});

function open(locale: 'zh-CN' | 'en-US' = 'en-US') {
  renderRemote(App, { at: '/hostEnvSet/cron', locale });
  return userEvent.setup();
}

/** Finds a dialog by its title: a search by role computes the style of every element and is slow. */
async function titled(title: string): Promise<HTMLElement> {
  const words = await screen.findByText(title, { selector: '.ant-modal-title' });
  const dialog = words.closest<HTMLElement>('[role=dialog]');
  if (!dialog) throw new Error(`${title} is in no dialog`);
  return dialog;
}
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const lastSave = () => server.saves().at(-1);

describe('scheduled jobs', () => {
  it('offers to add the first one', async () => {
    const user = open();
    expect(await screen.findByText(/^No scheduled jobs yet/)).toBeInTheDocument();
    expect(screen.getByText(/server time \(Asia\/Shanghai\)/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Add' }));
    const dialog = await titled('Add scheduled job');
    await user.click(within(dialog).getByRole('button', { name: 'Add job' }));
    expect(await within(dialog).findByText('Enter a name of up to 60 characters')).toBeInTheDocument();
    expect(server.saves()).toEqual([]);
    type(within(dialog).getByLabelText('Name'), ' report ');
    type(within(dialog).getByLabelText('Command'), 'php report.php');
    await user.click(within(dialog).getByRole('button', { name: 'Add job' }));
    await waitFor(() =>
      expect(lastSave()).toEqual([
        'cron/add',
        undefined,
        { name: 'report', schedule: '0 3 * * *', command: 'php report.php', isOn: true },
      ]),
    );
    await waitFor(() => expect(screen.queryByText('Add scheduled job')).not.toBeInTheDocument());
  });

  it('keeps the fields and the crontab line of the form the same, and says when it runs next', async () => {
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Add' }));
    const dialog = await titled('Add scheduled job');
    const line = within(dialog).getByLabelText('Crontab line');
    type(within(dialog).getByLabelText('Time'), '4:05');
    expect(line).toHaveValue('5 4 * * *');
    expect(within(dialog).getByText('Daily at 04:05')).toBeInTheDocument();
    type(line, '30 6 * * mon,thu');
    expect(within(dialog).getByLabelText('Time')).toHaveValue('06:30');
    expect(within(dialog).getByText('Weekly on Monday, Thursday at 06:30')).toBeInTheDocument();
    expect(
      within(dialog).getByText(/^Next three runs: (?:\d{4}-\d\d-\d\d 06:30(?:, )?){3}$/),
    ).toBeInTheDocument();
    await user.click(within(dialog).getByLabelText('Friday'));
    expect(line).toHaveValue('30 6 * * 1,4,5');
    for (const day of ['Monday', 'Thursday', 'Friday']) await user.click(within(dialog).getByLabelText(day));
    // The last one stays.
    expect(line).toHaveValue('30 6 * * 5');
    type(within(dialog).getByLabelText('Time'), '25:00');
    expect(within(dialog).getByText('Enter a 24-hour time, such as 03:30')).toBeInTheDocument();
    expect(line).toHaveValue('30 6 * * 5');
    type(line, '0 0 31 2 *');
    expect(within(dialog).getByText('No date matches')).toBeInTheDocument();
    type(line, '0 0 1,15 * *');
    expect(within(dialog).getByText('Custom: 0 0 1,15 * *')).toBeInTheDocument();
  });

  it('says what is wrong with a crontab line, and sends none', async () => {
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Add' }));
    const dialog = await titled('Add scheduled job');
    type(within(dialog).getByLabelText('Name'), 'report');
    type(within(dialog).getByLabelText('Command'), 'true');
    type(within(dialog).getByLabelText('Crontab line'), '* 24 * * *');
    expect(within(dialog).getByText('Invalid hour: enter 0 to 23')).toBeInTheDocument();
    await user.click(within(dialog).getByRole('button', { name: 'Add job' }));
    expect(server.saves()).toEqual([]);
  });

  it('shows a refusal in the form, which keeps its input', async () => {
    server.give(refusal(addCronJob, { reason: 'cron-too-many', message: 'The limit is 20 scheduled jobs' }));
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Add' }));
    const dialog = await titled('Add scheduled job');
    type(within(dialog).getByLabelText('Name'), 'report');
    type(within(dialog).getByLabelText('Command'), 'true');
    await user.click(within(dialog).getByRole('button', { name: 'Add job' }));
    expect(await within(dialog).findByText(/The limit is 20 scheduled jobs/)).toBeInTheDocument();
    expect(within(dialog).getByLabelText('Name')).toHaveValue('report');
  });

  it('lists each job with its schedule, next time and last result', async () => {
    server.give(
      jobsReply(
        cronJob({ lastRun: cronRun({ state: 'failed', exitStatus: 2, skipped: 3 }) }),
        cronJob({ id: 2, name: 'off', isOn: false, nextAt: null, schedule: '*/5 * * * *' }),
        cronJob({ id: 3, name: 'late', lastRun: cronRun({ id: 3, state: 'missed', skipped: 100 }) }),
      ),
    );
    open('zh-CN');
    expect(await screen.findByText('report')).toBeInTheDocument();
    // In the server's time zone.
    expect(screen.getAllByText('2026-11-22 03:30')).toHaveLength(2);
    expect(screen.getAllByText('每天 03:30')).toHaveLength(2);
    expect(screen.getByText('每 5 分钟')).toBeInTheDocument();
    expect(screen.getByText('已关闭')).toBeInTheDocument();
    expect(screen.getByText(/退出状态 2/)).toBeInTheDocument();
    expect(screen.getByText('运行期间跳过 3 次')).toBeInTheDocument();
    expect(screen.getByText(/错过至少 100 次/)).toBeInTheDocument();
    expect(screen.getByText('还没有运行')).toBeInTheDocument();
  });

  it('switches, runs and deletes a job, and says what a deletion takes', async () => {
    server.give(jobsReply(cronJob()));
    const user = open();
    await user.click(await screen.findByLabelText('Run report on schedule'));
    await waitFor(() => expect(lastSave()).toEqual(['cron/switch', undefined, { id: 1, isOn: false }]));
    server.onNext(runCronJob, jobsReply(cronJob({ lastRun: cronRun({ state: 'running', endedAt: null }) })));
    await user.click(screen.getByLabelText('Run now report'));
    expect(await screen.findByText('Running')).toBeInTheDocument();
    expect(screen.getByLabelText('Run now report')).toHaveAttribute('aria-disabled', 'true');
    await user.click(screen.getByLabelText('More actions for report'));
    await user.click(await screen.findByText('Delete'));
    const dialog = await titled('Delete report?');
    expect(within(dialog).getByText(/A running command ends at once/)).toBeInTheDocument();
    server.onNext(removeCronJob, jobsReply());
    await user.click(within(dialog).getByRole('button', { name: 'Delete job' }));
    expect(await screen.findByText(/^No scheduled jobs yet/)).toBeInTheDocument();
    expect(lastSave()).toEqual(['cron/remove', undefined, { id: 1 }]);
  });

  it('shows what a run printed, and what is not kept', async () => {
    const run = cronRun({ outputBytes: 70_000, isManual: true });
    server.give(
      jobsReply(cronJob({ lastRun: run })),
      reply(listCronRuns, { runs: [run] }),
      reply(readCronOutput, { text: 'line <b>one</b>\n', cutBytes: 4096 }),
    );
    const user = open();
    await user.click(await screen.findByLabelText('Output report'));
    expect(await screen.findByText('line <b>one</b>')).toBeInTheDocument();
    expect(screen.getByText('The first 4.00 KB were not kept')).toBeInTheDocument();
    expect(screen.getByText('Results of report')).toBeInTheDocument();
  });

  it('adds no job beyond the limit', async () => {
    server.give(jobsReply(...Array.from({ length: CRON_JOBS_MAX }, (_none, id) => cronJob({ id: id + 1 }))));
    open();
    const add = await screen.findByRole('button', { name: 'Add' });
    expect(add).toHaveAttribute('aria-disabled', 'true');
  });

  it.each([
    ['not-allowed', '403', 'You may not view scheduled jobs'],
    ['engine-down', '503', 'The scheduled jobs could not be loaded'],
  ])('says that the jobs can’t be read: %s', async (reason, code, words) => {
    server.give(refusal(listCronJobs, { reason, code }));
    open();
    expect(await screen.findByText(words)).toBeInTheDocument();
  });
});
