import '@testing-library/jest-dom';
import { checkMove, queryTaskPage, retryMove, startMove, stopTask } from '@sitedeck/contract';
import { pollTasksNow } from '@sitedeck/sdk';
import { renderRemote, startKernel } from '@sitedeck/ui/testing/render-remote';
import { withChannels } from '@sitedeck/ui/testing/message-channel';
import { refusal } from '@sitedeck/ui/testing/reply-server';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { App } from '../app';
import { checkTask, moveCheck, moveTask, openMoveServer, taskPage } from '../testing/move-server';

let server: Awaited<ReturnType<typeof openMoveServer>>;

beforeAll(async () => {
  withChannels();
  server = await openMoveServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.reset();
  startKernel(server.origin);
});

const FINGERPRINT = 'ab'.repeat(32);
const SOURCE = {
  ...{ protocol: 'ftp', server: 'old.example.com', port: 21, user: 'old', password: 'secret' },
  ...{ folder: '/public_html', encoding: 'auto', fingerprint: null },
};

const poll = () => act(() => pollTasksNow());
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

function open(locale: 'zh-CN' | 'en-US' = 'en-US') {
  renderRemote(App, { at: '/tool/siteMigrate', locale });
  return userEvent.setup();
}

/** Fills in the form in English. */
function fillIn(): void {
  type('Server', ' old.example.com ');
  type('User name', 'old');
  type('Password', 'secret');
  type('Source folder', '/public_html');
}

async function check(info: object, given: Parameters<typeof checkTask>[1] = {}) {
  const user = open();
  fillIn();
  server.tasks(checkTask(info, given));
  await user.click(screen.getByRole('button', { name: 'Check' }));
  await waitFor(() => expect(server.requestsOf(checkMove)).toHaveLength(1));
  poll();
  return user;
}

describe('the check of a source', () => {
  it.each([
    ['Server', 'ftp://old.example.com', 'Enter only a domain name or an IP address'],
    ['Server', 'old.example.com:21', 'Enter only a domain name or an IP address'],
    ['Port', '70000', 'Enter a port from 1 to 65535'],
    ['Target folder', 'wwwroot', 'Enter a folder that begins with /'],
    ['Target folder', '/a/../b', 'Enter a folder that begins with /'],
  ])('refuses a %s like %s', async (label, value, message) => {
    const user = open();
    fillIn();
    type(label, value);
    await user.click(screen.getByRole('button', { name: 'Check' }));
    expect(await screen.findByText(message)).toBeInTheDocument();
    await waitFor(() => expect(screen.getByLabelText(label)).toHaveFocus());
    expect(server.requestsOf(checkMove)).toEqual([]);
  });

  it.each(['192.0.2.7', '2001:db8::1', '[2001:db8::1]', '旧站.example.com'])(
    'accepts the server %s',
    async (name) => {
      const user = open();
      fillIn();
      type('Server', name);
      await user.click(screen.getByRole('button', { name: 'Check' }));
      await waitFor(() =>
        expect(server.requestsOf(checkMove)[0]?.body).toMatchObject({ source: { server: name } }),
      );
    },
  );

  it('names the fields that are missing, and asks the server nothing', async () => {
    const user = open();
    await user.click(screen.getByRole('button', { name: 'Check' }));
    expect(await screen.findByText('Enter only a domain name or an IP address')).toBeInTheDocument();
    expect(screen.getByText('Enter the user name')).toBeInTheDocument();
    expect(screen.getByText('Enter the password')).toBeInTheDocument();
    expect(server.requestsOf(checkMove)).toEqual([]);
  });

  it('chooses the usual port of a protocol', async () => {
    const user = open();
    await user.click(screen.getByRole('combobox', { name: 'Protocol' }));
    await user.click(await screen.findByText('SFTP (SSH)'));
    expect(screen.getByLabelText('Port')).toHaveValue('22');
  });

  it('sends what was typed, and shows what a move would do', async () => {
    await check(moveCheck());
    expect(await screen.findAllByText('1,204 files · 2.81 GB')).toHaveLength(2);
    expect(server.requestsOf(checkMove)[0]?.body).toEqual({ source: SOURCE, target: '/wwwroot' });
    expect(screen.getByText('Pure-FTPd')).toBeInTheDocument();
    expect(screen.getByText('5.00 GB')).toBeInTheDocument();
  });

  it('shows why it failed, and keeps what was typed', async () => {
    await check(
      { reason: 'move-login-refused', message: 'old.example.com refused the login' },
      {
        taskStatus: 'RUNNING_FAIL',
      },
    );
    expect(await screen.findByText(/refused the login/)).toBeInTheDocument();
    expect(screen.getByLabelText('Password')).toHaveValue('secret');
  });

  it('shows a refusal of the call', async () => {
    server.give(refusal(checkMove, { reason: 'bad-input', message: 'Not a server' }));
    const user = open();
    fillIn();
    await user.click(screen.getByRole('button', { name: 'Check' }));
    expect(await screen.findByText(/Not a server/)).toBeInTheDocument();
  });

  it('checks again with the host key that the owner has confirmed', async () => {
    const info = { reason: 'move-host-key-new', message: 'Not confirmed yet', fingerprint: FINGERPRINT };
    const user = await check(info, { taskStatus: 'RUNNING_FAIL' });
    // Of a certificate: the source of the form is FTP.
    expect(await screen.findByText('AB:'.repeat(32).slice(0, -1))).toBeInTheDocument();
    const again = screen.getByRole('button', { name: 'Confirm and check again' });
    expect(again).toBeDisabled();
    await user.click(screen.getByLabelText(/I have verified/));
    await user.click(again);
    await waitFor(() => expect(server.requestsOf(checkMove)).toHaveLength(2));
    expect(server.requestsOf(checkMove)[1]?.body).toMatchObject({ source: { fingerprint: FINGERPRINT } });
  });

  it('drops its result when the form changes, because it belongs to another source', async () => {
    await check(moveCheck());
    await screen.findByText('Pure-FTPd');
    type('Source folder', '/other');
    expect(screen.queryByText('Pure-FTPd')).not.toBeInTheDocument();
  });
});

describe('the start of a move', () => {
  it('starts at once into an empty target', async () => {
    const user = await check(moveCheck());
    await user.click(await screen.findByRole('button', { name: 'Start move' }));
    await waitFor(() => expect(server.requestsOf(startMove)).toHaveLength(1));
    expect(server.requestsOf(startMove)[0]?.body).toEqual({
      source: SOURCE,
      target: '/wwwroot',
      removeGone: false,
    });
    await waitFor(() => expect(screen.queryByText('Pure-FTPd')).not.toBeInTheDocument());
  });

  it('asks before it overwrites files, and says how many', async () => {
    const user = await check(moveCheck({ replaced: { files: 7, sample: ['index.php'] } }));
    expect(await screen.findByText('index.php')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Start move' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText(/7 files with the same names will be overwritten/)).toBeInTheDocument();
    expect(server.requestsOf(startMove)).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Start move' }));
    await waitFor(() => expect(server.requestsOf(startMove)).toHaveLength(1));
  });

  it('has nothing to start if both sides are the same, unless files shall be removed', async () => {
    const user = await check(
      moveCheck({ toCopy: { files: 0, bytes: 0 }, gone: { files: 4, sample: ['a'] } }),
    );
    const button = await screen.findByRole('button', { name: 'Start move' });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    await user.click(screen.getByLabelText(/Move 4 files that the source does not have/));
    await user.click(screen.getByRole('button', { name: 'Start move' }));
    await waitFor(() => expect(server.requestsOf(startMove)[0]?.body).toMatchObject({ removeGone: true }));
  });

  it('warns if there is too little room, and lists what is never copied', async () => {
    await check(
      moveCheck({ room: 1000, refused: [{ path: 'link', reason: 'Symbolic link' }], refusedEntries: 1 }),
    );
    expect(await screen.findByText(/^Not enough free space/)).toBeInTheDocument();
    expect(screen.getByText('link').nextSibling).toHaveTextContent('Symbolic link');
    expect(screen.getByRole('button', { name: 'Start move' })).toHaveAttribute('aria-disabled', 'true');
  });
});

describe('moves that run or have ended', () => {
  it('shows the figures of a running move, and stops it only after a warning', async () => {
    const progress = { copiedFiles: 1020, total: 1204, copiedBytes: 2_400_000_000, totalSize: 3_017_164_390 };
    server.tasks(moveTask({ taskStatus: 'RUNNING', endTime: null, progress: { ...progress, failed: 3 } }));
    const user = open('zh-CN');
    expect(await screen.findByText(/1,020\/1,204 个/)).toBeInTheDocument();
    // Until it ends, there is nothing to check.
    expect(screen.queryByRole('button', { name: '检查' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: '停止网站搬家' }));
    const dialog = await screen.findByRole('dialog');
    expect(
      within(dialog).getByText(/^停止后，目标位置不会保存任何内容：已复制的文件会丢弃/),
    ).toBeInTheDocument();
    expect(server.requestsOf(stopTask)).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: '停止搬家' }));
    await waitFor(() => expect(server.requestsOf(stopTask)).toHaveLength(1));
  });

  it('says that there are no moves yet', async () => {
    open('zh-CN');
    expect(await screen.findByText('还没有搬家记录')).toBeInTheDocument();
  });

  it('says why the list could not be read', async () => {
    server.give(refusal(queryTaskPage, { reason: 'engine-down', message: 'Try again later' }));
    open();
    expect(await screen.findByText(/Try again later/)).toBeInTheDocument();
  });

  it('copies failed files again once the password is entered', async () => {
    const failed = [{ path: 'a/b.txt', reason: 'the connection was lost' }];
    server.give(taskPage(moveTask({}, { failed })));
    const user = open();
    await user.click(await screen.findByRole('button', { name: /^Retry failed files/ }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText('a/b.txt').nextSibling).toHaveTextContent('the connection was lost');
    const send = within(dialog).getByRole('button', { name: 'Retry failed files' });
    await user.click(send);
    expect(await within(dialog).findByText('Enter the password')).toBeInTheDocument();
    fireEvent.change(within(dialog).getByLabelText('Password'), { target: { value: 'again' } });
    await user.click(send);
    await waitFor(() =>
      expect(server.requestsOf(retryMove)[0]?.body).toEqual({ preTaskCode: 'mv-60', password: 'again' }),
    );
  });

  it('fills in the form again from an earlier move, except for the password', async () => {
    const { password: _, ...source } = { ...SOURCE, protocol: 'ftps', user: 'earlier' };
    const taskParam = JSON.stringify({
      ftpServer: 'ftps://old.example.com',
      targetPath: '/wwwroot/a',
      source,
    });
    server.give(taskPage(moveTask({ taskParam })));
    const user = open();
    await user.click(await screen.findByRole('button', { name: /^Move again/ }));
    await waitFor(() => expect(screen.getByLabelText('Password')).toHaveFocus());
    expect(screen.getByLabelText('User name')).toHaveValue('earlier');
    expect(screen.getByLabelText('Target folder')).toHaveValue('/wwwroot/a');
    expect(screen.getByText('FTPS (explicit TLS)')).toBeInTheDocument();
  });

  it('says what a move has left as it was, and that a stopped one saved nothing', async () => {
    const ended = moveTask({}, { copiedFiles: 2, unchangedFiles: 1200, removedFiles: 1, failedFiles: 0 });
    const stopped = moveTask({ id: 59, taskStatus: 'STOP', taskInfo: 'empty' });
    server.give(taskPage(ended, stopped));
    open();
    expect(await screen.findByText('1,200 unchanged · 1 moved to the recycle bin')).toBeInTheDocument();
    expect(screen.getByText('Nothing was saved')).toBeInTheDocument();
  });

  it('offers no retry if no file has failed', async () => {
    server.give(taskPage(moveTask({}, { failedFiles: 0 })));
    open();
    expect(await screen.findByText('1,201 files · 2.24 GB')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Retry/ })).not.toBeInTheDocument();
  });
});
