import '@testing-library/jest-dom';
import {
  createSiteImage,
  deploySiteImage,
  inspectSiteImage,
  listFolder,
  listSiteImages,
  noteSiteImage,
  removeSiteImage,
  SITE_IMAGES_MAX,
  stopTask,
  undoDeploy,
  uploadSiteImage,
} from '@sitedeck/contract';
import { renderRemote, startKernel } from '@sitedeck/ui/testing/render-remote';
import { withChannels } from '@sitedeck/ui/testing/message-channel';
import { refusal, reply } from '@sitedeck/ui/testing/reply-server';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { App } from '../app';
import {
  deploymentsReply,
  deployTask,
  imageOf,
  imagesReply,
  imageTask,
  openImageServer,
} from '../testing/image-server';

let server: Awaited<ReturnType<typeof openImageServer>>;

beforeAll(async () => {
  withChannels();
  server = await openImageServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.reset();
  startKernel(server.origin);
});

function open(locale: 'zh-CN' | 'en-US' = 'en-US') {
  renderRemote(App, { at: '/tool/siteImage', locale });
  return userEvent.setup();
}

const dialog = () => screen.findByRole('dialog');
const type = (box: HTMLElement, label: string | RegExp, value: string) =>
  fireEvent.change(within(box).getByLabelText(label), { target: { value } });

/** Opens the dialog of an act that is behind the row's menu. */
async function openAct(user: ReturnType<typeof open>, name: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: /^More actions/ }));
  await user.click(await screen.findByRole('menuitem', { name }));
}

describe('the list of images', () => {
  it('says that there are none yet, and offers to make one', async () => {
    const user = open('zh-CN');
    const empty = (await screen.findByText('还没有镜像')).parentElement ?? document.body;
    await user.click(within(empty).getByRole('button', { name: '制作镜像' }));
    const box = await dialog();
    expect(within(box).getByLabelText('名称')).toHaveDisplayValue(/^demo \d{4}-\d\d-\d\d$/);
    await user.click(within(box).getByRole('button', { name: '制作镜像' }));
    await waitFor(() => expect(server.requestsOf(createSiteImage)).toHaveLength(1));
  });

  it('shows what an image holds, and where it comes from', async () => {
    server.give(
      imagesReply(imageOf({ origin: 'uploaded', site: 'shop', note: 'from the old host', missed: 1 })),
    );
    open();
    expect(
      await screen.findByText('from the old host · Added from a file, made of shop'),
    ).toBeInTheDocument();
    expect(screen.getByText('Files, database, settings')).toBeInTheDocument();
    expect(screen.getByText('1,204 files · 1 file could not be read')).toBeInTheDocument();
    expect(screen.getByText('50.00 MB')).toBeInTheDocument();
  });

  it('says why it could not be read', async () => {
    server.give(refusal(listSiteImages, { reason: 'engine-down', message: 'Try again later' }));
    open();
    expect(await screen.findByText(/Try again later/)).toBeInTheDocument();
  });

  it('takes no further image when the host has as many as it may keep', async () => {
    server.give(imagesReply(...Array.from({ length: SITE_IMAGES_MAX }, (_, id) => imageOf({ id: id + 1 }))));
    open();
    expect(await screen.findByText(`${SITE_IMAGES_MAX} of ${SITE_IMAGES_MAX}`)).toBeInTheDocument();
    for (const name of ['Make image', 'Add from file'])
      expect(screen.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true');
  });

  it('changes the name and the note', async () => {
    server.give(imagesReply(imageOf()));
    const user = open();
    await openAct(user, 'Edit name and note');
    const box = await dialog();
    type(box, 'Name', ' ');
    await user.click(within(box).getByRole('button', { name: 'Save' }));
    expect(await within(box).findByText('Enter a name')).toBeInTheDocument();
    expect(server.requestsOf(noteSiteImage)).toEqual([]);
    type(box, 'Name', 'kept');
    await user.click(within(box).getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(server.requestsOf(noteSiteImage)[0]?.body).toEqual({ image: 3, name: 'kept', note: '' }),
    );
  });

  it('deletes an image only after a question', async () => {
    server.give(imagesReply(imageOf()));
    const user = open();
    await openAct(user, 'Delete');
    const box = await dialog();
    expect(server.requestsOf(removeSiteImage)).toEqual([]);
    server.onNext(removeSiteImage, imagesReply());
    await user.click(within(box).getByRole('button', { name: 'Delete image' }));
    expect(await screen.findByText('No images yet')).toBeInTheDocument();
    expect(server.requestsOf(removeSiteImage)[0]?.body).toEqual({ image: 3 });
  });
});

describe('an image from a file', () => {
  it('is chosen among the files of the host, and named after its file', async () => {
    const entry = { mtime: 1_700_000_000_000, mode: '644', uid: 20_001 };
    const file = (name: string) => ({ ...entry, name, type: 'file' as const, size: 1 });
    const entries = [file('shop.tar.zst'), file('photo.jpg')];
    const folder = { path: '/', total: 2, folders: 0, ownerUid: 20_001, writable: true };
    server.give(reply(listFolder, { ...folder, entries }));
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Add from file' }));
    const box = await dialog();
    await user.click(within(box).getByRole('button', { name: 'Choose file' }));
    await user.click(await within(box).findByText('shop.tar.zst'));
    expect(within(box).queryByText('photo.jpg')).not.toBeInTheDocument();
    expect(within(box).getByLabelText('Name')).toHaveValue('shop');
    await user.click(within(box).getByRole('button', { name: 'Add image' }));
    await waitFor(() =>
      expect(server.requestsOf(uploadSiteImage)[0]?.body).toEqual({
        ...{ path: '/shop.tar.zst', name: 'shop', note: '' },
      }),
    );
  });

  it('needs a complete path', async () => {
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Add from file' }));
    const box = await dialog();
    type(box, 'Image file', 'shop.tar.zst');
    type(box, 'Name', 'shop');
    await user.click(within(box).getByRole('button', { name: 'Add image' }));
    expect(await within(box).findByText(/^Enter a full file path/)).toBeInTheDocument();
    expect(within(box).getByLabelText('Image file')).toHaveFocus();
    expect(server.requestsOf(uploadSiteImage)).toEqual([]);
  });
});

describe('the deployment of an image', () => {
  async function openDeploy(...images: Parameters<typeof imageOf>) {
    server.give(imagesReply(imageOf(...images)));
    const user = open();
    await user.click(await screen.findByRole('button', { name: /^Deploy/ }));
    return { user, box: await dialog() };
  }

  it('is allowed once the name of the host is typed, and asks for the password', async () => {
    server.give(refusal(deploySiteImage, { reason: 'verify-needed', code: '403', ways: ['password'] }));
    const { user, box } = await openDeploy();
    const act = within(box).getByRole('button', { name: 'Deploy' });
    expect(act).toHaveAttribute('aria-disabled', 'true');
    type(box, /^Type the name of the host/, 'Demo');
    fireEvent.blur(within(box).getByLabelText(/^Type the name/));
    expect(await within(box).findByText('This is not the name of the host')).toBeInTheDocument();
    type(box, /^Type the name of the host/, 'demo');
    await user.click(within(box).getByLabelText(/^Keep them/));
    await user.click(within(box).getByRole('button', { name: 'Deploy' }));
    const password = await screen.findByLabelText('Current FTP password');
    server.give(reply(deploySiteImage, { taskId: 71 }));
    await user.type(password, 'secret{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(server.requestsOf(deploySiteImage).at(-1)?.body).toEqual({ image: 3, mode: 'overlay' });
  });

  it('replaces the addresses of another host by one of this host, unless they are to be kept', async () => {
    server.give(refusal(deploySiteImage, { reason: 'verify-needed', code: '403', ways: ['password'] }));
    const { user, box } = await openDeploy({ site: 'shop', addresses: ['shop.example.com'] });
    expect(box).toHaveTextContent('Addresses of shop.example.com in the database');
    type(box, /^Type the name of the host/, 'demo');
    await user.click(within(box).getByRole('button', { name: 'Deploy' }));
    const password = await screen.findByLabelText('Current FTP password');
    server.give(reply(deploySiteImage, { taskId: 71 }));
    await user.type(password, 'secret{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    const body = { image: 3, mode: 'mirror', address: 'http://vh10001.localhost' };
    expect(server.requestsOf(deploySiteImage).at(-1)?.body).toEqual(body);
  });

  it('leaves the addresses of its own host', async () => {
    const { box } = await openDeploy();
    expect(within(box).queryByLabelText(/^Addresses of/)).not.toBeInTheDocument();
  });

  it('says which settings it changes', async () => {
    const long = 'rewrite ^/a$ /b;\n'.repeat(20);
    const changes = [
      { field: 'documents', before: 'index.php\nindex.html', after: 'home.php' },
      { field: 'php.displayErrors', before: 'true', after: 'false' },
      { field: 'rewrite.id', after: '7' },
      { field: 'rewrite', before: JSON.stringify({ name: 'shop', content: long }) },
    ];
    server.give(reply(inspectSiteImage, { configuration: {}, changes, refused: null }));
    server.give(imagesReply(imageOf()));
    const user = open('zh-CN');
    await user.click(await screen.findByRole('button', { name: /^恢复到本主机/ }));
    const list = (await within(await dialog()).findByText('页面上显示 PHP 错误')).closest('ul');
    expect([...(list?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
      '默认首页 index.php, index.html → home.php',
      '页面上显示 PHP 错误 开 → 关',
      '伪静态规则 将移除',
    ]);
  });

  it('says that the host can not take its settings', async () => {
    const refused = 'PHP 5.6 is not installed';
    server.give(reply(inspectSiteImage, { configuration: {}, changes: [], refused }));
    const { box } = await openDeploy();
    expect(await within(box).findByText(new RegExp(refused))).toBeInTheDocument();
  });

  it('says that an image of another site gets the login of this host, and that its database stays', async () => {
    const { box } = await openDeploy({ site: 'shop', addresses: ['shop.example.com'], databaseBytes: null });
    expect(within(box).getByText(/^This image was made of shop/)).toBeInTheDocument();
    expect(within(box).getByText(/The image has no database: that of this host stays/)).toBeInTheDocument();
  });

  it('is undone by the notice, which does not return once it is closed', async () => {
    server.give(deploymentsReply(deployTask()));
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(server.requestsOf(undoDeploy)[0]?.body).toEqual({ taskId: 71 }));
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  });

  it('offers to redo it after an undo', async () => {
    server.give(deploymentsReply(deployTask({ taskParam: '{"undoes":71}' })));
    open();
    expect(await screen.findByText(/^The deployment was undone/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Redo' })).toBeInTheDocument();
  });

  it.each([
    ['it failed', { taskStatus: 'RUNNING_FAIL' }],
    ['its safety copy is gone', { taskInfo: '{"canUndo":false}' }],
    ['a week has passed', { endTime: '2026-01-01T00:00:00.000Z' }],
  ] as const)('offers no undo if %s', async (_why, given) => {
    server.give(imagesReply(imageOf()), deploymentsReply(deployTask(given)));
    open();
    await screen.findByText('before the redesign');
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  });
});

describe('work on images', () => {
  it('shows its step, and locks the page until it is cancelled', async () => {
    const steps = [
      { name: 'database', status: 'done' as const },
      { name: 'files', status: 'running' as const },
    ];
    server.tasks(imageTask({ steps }));
    const user = open('zh-CN');
    expect(await screen.findByText('第 2 步，共 2 步：文件')).toBeInTheDocument();
    for (const button of screen.getAllByRole('button', { name: '制作镜像' }))
      expect(button).toHaveAttribute('aria-disabled', 'true');
    await user.click(screen.getByRole('button', { name: '取消制作镜像' }));
    await waitFor(() => expect(server.requestsOf(stopTask)).toHaveLength(1));
  });

  it('has another name if the image comes from a file', async () => {
    server.tasks(imageTask({ taskParam: '{"name":"a","note":"","objectName":"/data/a.tar.zst"}' }));
    open();
    expect(await screen.findByText('Add site image')).toBeInTheDocument();
  });
});
