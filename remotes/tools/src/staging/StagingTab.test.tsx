import '@testing-library/jest-dom';
import {
  createStaging,
  listStagingDifferences,
  pushStaging,
  readStaging,
  removeStaging,
  resetStagingPassword,
  stopTask,
  undoStagingPush,
} from '@sitedeck/contract';
import { withChannels } from '@sitedeck/ui/testing/message-channel';
import { renderRemote, startKernel } from '@sitedeck/ui/testing/render-remote';
import { refusal, reply } from '@sitedeck/ui/testing/reply-server';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { App } from '../app';
import {
  differenceOf,
  openStagingServer,
  stagingOf,
  stagingReply,
  stagingTask,
} from '../testing/staging-server';

let server: Awaited<ReturnType<typeof openStagingServer>>;

beforeAll(async () => {
  withChannels();
  server = await openStagingServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.reset();
  startKernel(server.origin);
});

function open(locale: 'zh-CN' | 'en-US' = 'en-US', language: 'PHP' | 'NET' = 'PHP') {
  renderRemote(App, { at: '/tool/siteImage?tab=staging', locale, language });
  return userEvent.setup();
}

const dialog = () => screen.findByRole('dialog');
const differences = (...all: Parameters<typeof differenceOf>[0][]) =>
  reply(listStagingDifferences, { differences: all.map((one) => differenceOf(one)), next: null });

describe('a site without a staging copy', () => {
  it('says what one is, and shows its password once when it is created', async () => {
    const user = open('zh-CN');
    expect(await screen.findByText(/\/data 文件夹与正式网站共用/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: '创建副本' }));
    const login = await screen.findByText('预览地址的用户名和密码，密码只显示这一次');
    expect(server.requestsOf(createStaging)).toHaveLength(1);
    expect(login.closest('[role=status]')).not.toHaveTextContent('shown-once');
    await user.click(screen.getByRole('button', { name: /^显示/ }));
    expect(await screen.findByText('shown-once')).toBeInTheDocument();
  });

  it('shows the step of the task that makes it, and cancels it', async () => {
    server.tasks(
      stagingTask({
        steps: [
          { name: 'check', status: 'done' },
          { name: 'files', status: 'running' },
        ],
      }),
    );
    const user = open();
    expect(await screen.findByText('Step 2 of 2: Copying files')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByText('No staging copy yet')).not.toBeInTheDocument());
    await user.click(screen.getByRole('button', { name: 'Cancel Create staging copy' }));
    await waitFor(() => expect(server.requestsOf(stopTask)).toHaveLength(1));
  });

  it('says why the last attempt failed', async () => {
    const taskInfo = JSON.stringify({ reason: 'staging-over-quota', message: 'No room' });
    server.newest(stagingTask({ taskStatus: 'RUNNING_FAIL', taskInfo }));
    open();
    expect(await screen.findByText(/nothing of it was kept\. No room/)).toBeInTheDocument();
  });

  it('offers none to a .NET host', async () => {
    open('en-US', 'NET');
    const button = await screen.findByRole('button', { name: 'Create staging copy' });
    await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'true'));
  });

  it.each([
    ['engine-down', '500', 'The staging copy could not be read'],
    ['forbidden', '403', 'This account may not use staging copies'],
  ] as const)('says that it can not be read: %s', async (reason, code, words) => {
    server.give(refusal(readStaging, { reason, code }));
    open();
    expect(await screen.findByText(words)).toBeInTheDocument();
  });
});

describe('a staging copy', () => {
  it('shows its address, what it holds and what it lacks', async () => {
    server.give(
      stagingReply(stagingOf({ database: { is: 'none', why: 'objects' }, cutOff: ['/shop/db.php'] })),
    );
    open();
    const link = await screen.findByRole('link', { name: /staging-vh10001/ });
    expect(link).toHaveAttribute('href', 'http://staging-vh10001.localhost:8081');
    expect(screen.getByText(/has views, triggers, routines or events/)).toBeInTheDocument();
    expect(screen.getByText(/was removed from these files.*\/shop\/db\.php/)).toBeInTheDocument();
    expect(
      await screen.findByText('The files of the copy and the live site are the same'),
    ).toBeInTheDocument();
  });

  it('pushes what is selected after the owner has proven who asks', async () => {
    server.give(stagingReply(stagingOf()));
    server.give(differences({}, { path: '/old', is: 'removed', type: 'folder', size: null }));
    const user = open();
    await user.click(await screen.findByRole('checkbox', { name: /style\.css/ }));
    await user.click(screen.getByRole('checkbox', { name: /\/old/ }));
    await user.click(screen.getByRole('button', { name: 'Push selected' }));
    const box = await dialog();
    expect(within(box).getByText('/old')).toBeInTheDocument();
    await user.click(within(box).getByRole('checkbox', { name: 'Push the complete database' }));
    expect(within(box).getByText(/Orders, comments/)).toBeInTheDocument();
    server.give(refusal(pushStaging, { reason: 'verify-needed', code: '403', ways: ['password'] }));
    await user.click(within(box).getByRole('button', { name: 'Push to live site' }));
    const password = await screen.findByLabelText('Current FTP password');
    server.give(reply(pushStaging, { taskId: 71 }));
    await user.type(password, 'secret{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(server.requestsOf(pushStaging).at(-1)?.body).toEqual({
      files: { is: 'selected', paths: ['/theme/style.css'], removed: ['/old'] },
      database: true,
    });
  });

  it('pushes no database that it does not have, and says why', async () => {
    server.give(stagingReply(stagingOf({ database: { is: 'none', why: 'lost' } })));
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Push to live site' }));
    const box = await dialog();
    const choice = within(box).getByRole('checkbox', { name: 'Push the complete database' });
    expect(choice).toBeDisabled();
    expect(choice).toHaveAccessibleDescription(/because the database was reset/);
  });

  it('reads further differences when the owner asks for them', async () => {
    server.give(stagingReply(stagingOf()));
    server.give(
      reply(listStagingDifferences, ({ query }) => ({
        differences: [differenceOf({ path: query['after'] === undefined ? '/a.php' : '/b.php' })],
        next: query['after'] === undefined ? '/a.php' : null,
      })),
    );
    const user = open();
    await screen.findByText('/a.php');
    await user.click(screen.getByRole('button', { name: 'Compare more' }));
    expect(await screen.findByText('/b.php')).toBeInTheDocument();
    expect(screen.getByText('/a.php')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Compare more' })).not.toBeInTheDocument();
  });

  it('gives a new password, which is shown once', async () => {
    server.give(stagingReply(stagingOf()));
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Reset password' }));
    await user.click(within(await dialog()).getByRole('button', { name: 'Reset password' }));
    expect(await screen.findByText(/The password is shown only once/)).toBeInTheDocument();
    expect(server.requestsOf(resetStagingPassword)).toHaveLength(1);
  });

  it('is deleted only after a question', async () => {
    server.give(stagingReply(stagingOf()));
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Delete copy' }));
    const box = await dialog();
    expect(server.requestsOf(removeStaging)).toEqual([]);
    server.onNext(removeStaging, stagingReply(null));
    await user.click(within(box).getByRole('button', { name: 'Delete copy' }));
    expect(await screen.findByText('No staging copy yet')).toBeInTheDocument();
  });

  it('undoes the newest push', async () => {
    server.give(stagingReply(stagingOf()));
    server.newest(
      stagingTask({
        ...{ id: 71, taskType: 'STAGING_PUSH', taskStatus: 'RUNNING_SUCCESS' },
        ...{ endTime: new Date().toISOString(), taskInfo: '{"canUndo":true}' },
      }),
    );
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(server.requestsOf(undoStagingPush)[0]?.body).toEqual({ taskId: 71 }));
  });
});
