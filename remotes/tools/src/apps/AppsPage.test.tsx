import '@testing-library/jest-dom';
import {
  AppAdmin,
  checkApp,
  examineApp,
  installApp,
  listCatalogue,
  SitePath,
  undoAppChange,
  uninstallApp,
  updateApp,
} from '@sitedeck/contract';
import { pollTasksNow } from '@sitedeck/sdk';
import { withChannels } from '@sitedeck/ui/testing/message-channel';
import { renderRemote, startKernel } from '@sitedeck/ui/testing/render-remote';
import { refusal, reply } from '@sitedeck/ui/testing/reply-server';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { App } from '../app';
import {
  appOf,
  appTask,
  catalogueReply,
  changesReply,
  changeTask,
  installCheck,
  installedApp,
  installedReply,
  openAppsServer,
} from '../testing/apps-server';

let server: Awaited<ReturnType<typeof openAppsServer>>;

beforeAll(async () => {
  withChannels();
  server = await openAppsServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.reset();
  startKernel(server.origin);
});

const PATH = '/tool/plugInManager';

function open({ locale = 'en-US', at = PATH }: { locale?: 'zh-CN' | 'en-US'; at?: string } = {}) {
  return { ...renderRemote(App, { at, locale }), user: userEvent.setup() };
}

const dialog = () => screen.findByRole('dialog');
const type = (box: HTMLElement, label: string, value: string) =>
  fireEvent.change(within(box).getByLabelText(label), { target: { value } });
const card = async (name: string) => {
  const heading = await screen.findByRole('heading', { name });
  const found = heading.closest('li');
  if (!found) throw new Error(`${name} has no card`);
  return found;
};

describe('the catalogue', () => {
  it('shows apps as cards, and how many there are, are installed and can be updated', async () => {
    server.give(installedReply(installedApp({ version: '6.6', update: '6.7' })));
    open({ locale: 'zh-CN' });
    const wordpress = await card('WordPress');
    expect(within(wordpress).getByText('版本 6.7')).toBeInTheDocument();
    expect(within(wordpress).getByText('可更新')).toBeInTheDocument();
    expect(within(wordpress).getByRole('button', { name: '更新到 6.7：WordPress' })).toBeInTheDocument();
    expect(within(await card('道客维基')).getByRole('button', { name: '安装 道客维基' })).toBeInTheDocument();
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      ...['全部 2', '已安装 1', '可更新 1'],
    ]);
  });

  it('finds apps by name and category, and keeps both in the address', async () => {
    const { user, reported } = open();
    await user.type(await screen.findByLabelText('App name'), 'wiki');
    expect(await card('DokuWiki')).toBeInTheDocument();
    expect(screen.queryByText('WordPress')).not.toBeInTheDocument();
    expect(reported.to).toBe(`${PATH}?q=wiki`);
    await user.type(screen.getByLabelText('App name'), 'x');
    expect(await screen.findByText('No matching app')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(await card('WordPress')).toBeInTheDocument();
    expect(reported.to).toBe(PATH);
  });

  it('reads the catalogue again when asked to', async () => {
    const { user } = open();
    await card('WordPress');
    server.give(catalogueReply([appOf({ version: '6.8' })]));
    await user.click(screen.getByRole('button', { name: 'Check for updates' }));
    expect(await screen.findByText('Version 6.8')).toBeInTheDocument();
    expect(server.requestsOf(listCatalogue).some(({ query }) => query['fresh'] === '1')).toBe(true);
  });

  it('keeps the last good list, and says why the catalogue could not be read', async () => {
    server.give(catalogueReply([appOf()], { is: 'failed', failure: 'The signature is wrong' }));
    open();
    expect(await screen.findByText('The signature is wrong')).toBeInTheDocument();
    expect(screen.getByText(/^The list below was published/)).toBeInTheDocument();
    expect(await card('WordPress')).toBeInTheDocument();
  });

  it.each([
    [{ is: 'none', issuedAt: null, readAt: null } as const, /no app catalogue yet/],
    [{ is: 'ready' } as const, /^The catalogue has no apps yet/],
    [{ is: 'failed', failure: 'No answer', issuedAt: null } as const, /ask your provider/],
  ])('says what to do when there is no app: %j', async (state, words) => {
    server.give(catalogueReply([], state));
    open();
    expect(await screen.findByText(words)).toBeInTheDocument();
  });

  it('says that the account may not manage apps', async () => {
    server.give(refusal(listCatalogue, { reason: 'forbidden', code: '403' }));
    open();
    expect(await screen.findByText("This account can't manage apps")).toBeInTheDocument();
  });

  it('changes nothing while a task locks the workspace, and shows its steps', async () => {
    const steps = [
      { name: 'safety', status: 'done' as const },
      { name: 'fetch', status: 'running' as const },
    ];
    server.tasks(appTask({ taskType: 'APP_UPDATE', steps }));
    pollTasksNow();
    open();
    expect(await screen.findByText('Step 2 of 2: Preparing files')).toBeInTheDocument();
    const install = within(await card('DokuWiki')).getByRole('button', { name: 'Install DokuWiki' });
    await waitFor(() => expect(install).toHaveAttribute('aria-disabled', 'true'));
  });

  it('describes an app, and installs a second copy of it in another folder', async () => {
    server.give(installedReply(installedApp()));
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Details: WordPress' }));
    const box = await dialog();
    expect(within(box).getByText('7.4 or later')).toBeInTheDocument();
    expect(within(box).getByText('/wwwroot/blog (6.7)')).toBeInTheDocument();
    await user.click(within(box).getByRole('button', { name: 'Install in another folder' }));
    expect(await screen.findByLabelText('Folder')).toHaveValue('/wwwroot/blog2');
    expect(screen.getByLabelText('Table prefix')).toHaveValue('wp2_');
  });
});

const answers = { check: 'address', path: '/blog/', is: 'ok', detail: 'HTTP 200' } as const;

describe('the installation of an app', () => {
  async function openInstall(name = 'WordPress') {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: `Install ${name}` }));
    return { user, box: await dialog() };
  }
  const act = (box: HTMLElement) => within(box).getByRole('button', { name: 'Install app' });

  it('checks folder and prefix, and sends what the app asks for', async () => {
    const { user, box } = await openInstall();
    expect(await within(box).findByText('/wwwroot/blog is empty')).toBeInTheDocument();
    expect(within(box).getByText('Needs 58.00 MB, 1.00 GB free')).toBeInTheDocument();
    expect(within(box).getByText(/1,901 files .* are written to \/wwwroot\/blog/)).toBeInTheDocument();
    await user.click(act(box));
    expect(await within(box).findByText(/^Enter an email address/)).toBeInTheDocument();
    expect(server.requestsOf(installApp)).toEqual([]);
    type(box, 'Administrator email', 'me@example.com');
    type(box, 'Site title', 'My shop');
    await user.click(act(box));
    await waitFor(() => expect(server.requestsOf(installApp)).toHaveLength(1));
    expect(server.requestsOf(installApp)[0]?.body).toEqual({
      ...{ app: 'wordpress', version: '6.7', folder: '/wwwroot/blog', prefix: 'wp_', title: 'My shop' },
      ...{ language: 'en-US', overwrite: false },
      admin: {
        ...{ name: 'admin', email: 'me@example.com' },
        password: expect.stringMatching(/^[A-Za-z0-9]{20}$/) as string,
      },
    });
  });

  it('asks for nothing that the app does not need', async () => {
    server.give(reply(checkApp, installCheck({ database: 'not-needed' })));
    const { user, box } = await openInstall('DokuWiki');
    expect(await within(box).findByText('/wwwroot/wiki is empty')).toBeInTheDocument();
    expect(within(box).queryByLabelText('Table prefix')).not.toBeInTheDocument();
    await user.click(act(box));
    await waitFor(() =>
      expect(server.requestsOf(installApp)[0]?.body).toEqual({
        ...{ app: 'dokuwiki', version: '2025', folder: '/wwwroot/wiki', prefix: null },
        ...{ language: 'en-US', overwrite: false },
      }),
    );
  });

  it('checks again when another folder is entered, the document root too', async () => {
    const { box } = await openInstall();
    await within(box).findByText('/wwwroot/blog is empty');
    type(box, 'Folder', '/data');
    fireEvent.blur(within(box).getByLabelText('Folder'));
    expect(await within(box).findByText(/^Enter \/wwwroot or a folder below it/)).toBeInTheDocument();
    type(box, 'Folder', '/wwwroot/');
    expect(await within(box).findByText('/wwwroot is empty')).toBeInTheDocument();
    expect(server.requestsOf(checkApp).map(({ body }) => body['folder'])).toEqual([
      ...['/wwwroot/blog', '/wwwroot'],
    ]);
  });

  it.each([
    [{ missing: ['PHP 8.1', 'intl'] }, 'Missing: PHP 8.1, intl. Ask your provider'],
    [{ database: 'missing' as const }, 'This host has no database. Ask your provider'],
    [{ database: 'prefix-taken' as const }, /^Tables that begin with wp_ already exist/],
    [{ folder: 'app' as const }, /^An app is installed in this folder/],
    [{ room: { needed: 2048, free: 1024 } }, 'Not enough space: needs 2.00 KB, 1.00 KB free'],
  ])('does not start when the host lacks something: %j', async (found, words) => {
    server.give(reply(checkApp, installCheck(found)));
    const { user, box } = await openInstall();
    expect(await within(box).findByText(words)).toBeInTheDocument();
    expect(act(box)).toHaveAttribute('aria-disabled', 'true');
    type(box, 'Administrator email', 'me@example.com');
    await user.type(within(box).getByLabelText('Site title'), '{Enter}');
    expect(server.requestsOf(installApp)).toEqual([]);
  });

  it('overwrites files only after a warning', async () => {
    const overwritten = { count: 12, first: ['index.php', 'wp-login.php'] };
    server.give(reply(checkApp, installCheck({ folder: 'occupied', overwritten })));
    const { user, box } = await openInstall();
    type(box, 'Administrator email', 'me@example.com');
    const files =
      'The folder is not empty; 12 files of the same name will be overwritten, among them index.php, wp-login.php';
    await within(box).findByText(files);
    await user.click(act(box));
    await screen.findByText(`${files}. Other files in /wwwroot/blog stay as they are.`);
    expect(server.requestsOf(installApp)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Overwrite and install' }));
    await waitFor(() => expect(server.requestsOf(installApp)[0]?.body['overwrite']).toBe(true));
  });

  it.each([
    [{ count: 1, first: ['index.php'] }, '目录不为空，1 个同名文件将被覆盖：index.php'],
    [{ count: 0, first: [] }, '目录不为空，其中没有同名文件'],
    [null, '目录不为空，同名文件将被覆盖'],
  ])('says of an occupied folder which files would be overwritten: %j', async (overwritten, words) => {
    server.give(reply(checkApp, installCheck({ folder: 'occupied', overwritten })));
    const { user } = open({ locale: 'zh-CN' });
    await user.click(await screen.findByRole('button', { name: '安装 WordPress' }));
    expect(await within(await dialog()).findByText(words)).toBeInTheDocument();
  });

  it('shows a refusal in the dialog, which keeps what was entered', async () => {
    server.give(refusal(installApp, { reason: 'app-folder-taken', message: 'An app is there already' }));
    const { user, box } = await openInstall();
    type(box, 'Administrator email', 'me@example.com');
    await within(box).findByText('/wwwroot/blog is empty');
    await user.click(act(box));
    expect(await within(box).findByText('An app is there already')).toBeInTheDocument();
    expect(within(box).getByLabelText('Administrator email')).toHaveValue('me@example.com');
  });

  it('shows address, administrator and password once it is done, until it is closed', async () => {
    const { user, box } = await openInstall();
    type(box, 'Administrator email', 'me@example.com');
    await within(box).findByText('/wwwroot/blog is empty');
    server.onNext(installApp, installedReply(installedApp()));
    server.tasks(appTask({ taskStatus: 'RUNNING_SUCCESS', endTime: '2026-11-21T08:01:00.000Z' }));
    await user.click(act(box));
    const result = (await screen.findByText('WordPress 6.7 was installed in /wwwroot/blog')).parentElement;
    const shown = within(result ?? document.body);
    expect(
      await shown.findByRole('link', { name: 'http://demo.localhost/blog/wp-login.php' }),
    ).toBeInTheDocument();
    await user.click(shown.getByRole('button', { name: /^Show / }));
    const admin = server.requestsOf(installApp)[0]?.body['admin'];
    const { password } = AppAdmin.parse(admin);
    expect(shown.getByText(password)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await screen.findByText(/^The administrator password can't be shown again/);
    expect(screen.getByText(password)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Close notice' }));
    await waitFor(() => expect(screen.queryByText(password)).not.toBeInTheDocument());
  });

  it('examines the app once its configuration has ended, and again after a repeated one', async () => {
    const { user, box } = await openInstall();
    type(box, 'Administrator email', 'me@example.com');
    await within(box).findByText('/wwwroot/blog is empty');
    server.onNext(installApp, installedReply(installedApp()));
    const ended = { taskStatus: 'RUNNING_SUCCESS' as const, endTime: '2026-11-21T08:01:00.000Z' };
    server.tasks(appTask({ ...ended, postStatus: 'CONFIGURATION' }));
    await user.click(act(box));
    await screen.findByRole('link', { name: 'http://demo.localhost/blog/wp-login.php' });
    expect(server.requestsOf(examineApp)).toEqual([]);
    server.give(reply(examineApp, { checks: [{ ...answers, is: 'failed' }] }));
    server.tasks(appTask({ ...ended, postStatus: 'CONFIGURATION_STOP' }));
    pollTasksNow();
    expect(await screen.findByText(/does not work at \/blog\/ \(HTTP 200\)/)).toBeInTheDocument();
    server.give(reply(examineApp, { checks: [answers] }));
    server.tasks(appTask({ ...ended, postStatus: 'CONFIGURATION_SUCCESS' }));
    pollTasksNow();
    expect(await screen.findByText('The app answers at /blog/')).toBeInTheDocument();
  });
});

describe('an installed app', () => {
  const openInstalled = async () => {
    const opened = open({ at: `${PATH}?tab=installed` });
    await screen.findByText('/wwwroot/blog');
    return opened;
  };

  it('is listed with folder, address and prefix, and opens its folder', async () => {
    server.give(installedReply(installedApp()));
    const { user, reported } = await openInstalled();
    expect(screen.getByRole('link', { name: 'http://demo.localhost/blog' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: /^More actions/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Open folder' }));
    expect(reported.to).toBe('/fileManage?path=%2Fwwwroot%2Fblog');
  });

  it('is examined on request, and again after a failure', async () => {
    server.give(installedReply(installedApp()));
    const path = '/wwwroot/blog/wp-content';
    server.give(
      reply(examineApp, {
        checks: [
          { ...answers, is: 'failed', detail: null },
          { check: 'writable', path, is: 'failed', detail: null },
        ],
      }),
    );
    const { user } = await openInstalled();
    await user.click(screen.getByRole('button', { name: /^More actions/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Check' }));
    const box = await dialog();
    expect(await within(box).findByText(/does not work at \/blog\/ \(no answer\)/)).toBeInTheDocument();
    expect(
      within(box).getByText(`${path} is not writable. Reset its permissions in File management`),
    ).toBeInTheDocument();
    server.give(reply(examineApp, { checks: [answers] }));
    await user.click(within(box).getByRole('button', { name: 'Retry' }));
    expect(await within(box).findByText('The app answers at /blog/')).toBeInTheDocument();
    expect(within(box).queryByRole('button', { name: 'Retry' })).not.toBeInTheDocument();
  });

  it('says why it could not be examined', async () => {
    server.give(installedReply(installedApp()));
    server.give(refusal(examineApp, { reason: 'app-gone', message: 'It is gone' }));
    const { user } = await openInstalled();
    await user.click(screen.getByRole('button', { name: /^More actions/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Check' }));
    expect(await within(await dialog()).findByText('It is gone')).toBeInTheDocument();
  });

  it('says which modified files an update replaces, then updates', async () => {
    server.give(installedReply(installedApp({ update: '6.8' })));
    const changed = ['wp-login.php', 'index.php'];
    server.give(reply(checkApp, { act: 'update', missing: [], changed, changedCount: 120 }));
    const { user } = await openInstalled();
    await user.click(screen.getByRole('button', { name: /^Update / }));
    const box = await dialog();
    expect(await within(box).findByText(/^120 program files were modified/)).toBeInTheDocument();
    expect(within(box).getByText('wp-login.php')).toBeInTheDocument();
    expect(within(box).getByText('and 118 more')).toBeInTheDocument();
    await user.click(within(box).getByRole('button', { name: 'Update app' }));
    await waitFor(() => expect(server.requestsOf(updateApp)[0]?.body).toEqual({ id: 5, version: '6.8' }));
  });

  it('says what an uninstallation removes, other apps too, and asks for the password', async () => {
    server.give(
      installedReply(
        installedApp(),
        installedApp({ id: 6, app: 'dokuwiki', folder: SitePath.parse('/wwwroot/blog/wiki') }),
      ),
    );
    const tables = ['wp_posts', 'wp_users'];
    server.give(reply(checkApp, { act: 'uninstall', files: 1950, bytes: 62_914_560, tables }));
    server.give(refusal(uninstallApp, { reason: 'verify-needed', code: '403', ways: ['password'] }));
    const { user } = await openInstalled();
    const [more] = screen.getAllByRole('button', { name: /^More actions/ });
    await user.click(more ?? document.body);
    await user.click(await screen.findByRole('menuitem', { name: 'Uninstall' }));
    const box = await dialog();
    expect(
      await within(box).findByText(/^\/wwwroot\/blog with 1,950 files \(60.00 MB\)/),
    ).toBeInTheDocument();
    expect(within(box).getByText('wp_posts')).toBeInTheDocument();
    expect(within(box).getByText(/^Other apps are in this folder/)).toHaveTextContent('/wwwroot/blog/wiki');
    await user.click(within(box).getByRole('button', { name: 'Uninstall app' }));
    const password = await screen.findByLabelText('Current FTP password');
    server.give(reply(uninstallApp, { taskId: 83 }));
    await user.type(password, 'secret{Enter}');
    await waitFor(() => expect(server.requestsOf(uninstallApp).at(-1)?.body).toEqual({ id: 5 }));
  });

  it('undoes an update once the owner has confirmed what is lost', async () => {
    server.give(changesReply(changeTask()));
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText(/^The complete site goes back/)).toBeInTheDocument();
    expect(server.requestsOf(undoAppChange)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Restore previous state' }));
    await waitFor(() => expect(server.requestsOf(undoAppChange)[0]?.body).toEqual({ taskId: 81 }));
  });

  it('offers no undo once the notice was closed', async () => {
    server.give(changesReply(changeTask()));
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  });
});
