import '@testing-library/jest-dom';
import {
  checkRewrite,
  disablePhpFunctions,
  type Language,
  listRewrites,
  readErrorLog,
  restartSite,
  saveRewrite,
  setPhpLanguage,
  setPhpUpload,
  setRewrite,
  updatePhpParam,
  writeConfig,
} from '@sitedeck/contract';
import { withChannels } from '@sitedeck/ui/testing/message-channel';
import { renderRemote, startKernel } from '@sitedeck/ui/testing/render-remote';
import { reply } from '@sitedeck/ui/testing/reply-server';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { App } from '../app';
import {
  SAVED_AT,
  documentOf,
  dotNetReply,
  FRONT_CONTROLLER_RULE,
  inForce,
  logLines,
  openEnvServer,
  phpReply,
} from '../testing/env-server';

// The editor measures its text; this DOM lays nothing out.
Object.assign(Range.prototype, { getClientRects: () => [], getBoundingClientRect: () => new DOMRect() });

let server: Awaited<ReturnType<typeof openEnvServer>>;

beforeAll(async () => {
  withChannels();
  server = await openEnvServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.reset();
  startKernel(server.origin, `${server.origin}/fs`);
});

function open(page: string, language: Language = 'PHP') {
  const { container } = renderRemote(App, { at: `/hostEnvSet/${page}`, language });
  return { user: userEvent.setup(), container };
}
/** Finds a button by its text: a search by role computes the style of every element and is slow. */
async function button(name: string): Promise<HTMLElement> {
  const found = await screen.findByText(name, { selector: 'button, button span' });
  return found.closest('button') ?? found;
}
/** What was saved in the wire form of site images. */
const images = () =>
  server
    .saves()
    .filter(([path]) => path === 'config/write')
    .map(([, , { image }]) => JSON.parse(String(image)) as unknown);
const codeOf = (container: HTMLElement) => container.querySelector('.cm-content');

it('inserts a template, saves it under a name and makes it live', async () => {
  const rule = { id: 1, name: 'WordPress', content: FRONT_CONTROLLER_RULE };
  const rules = [{ ...rule, changedAt: SAVED_AT }];
  server.onNext(saveRewrite, reply(listRewrites, { rules, inForce: null, version: 1 }));
  server.onNext(
    setRewrite,
    ...inForce(2, { rewrite: rule }),
    reply(listRewrites, { rules, inForce: rule, version: 2 }),
  );
  const { user, container } = open('pseudoStatic');
  expect(await screen.findByText('未启用')).toBeVisible();
  await user.click(await screen.findByLabelText('模板'));
  await user.click(await screen.findByText('安装在网站根目录'));
  await waitFor(() => expect(codeOf(container)).toHaveTextContent('try_files'));
  await user.click(await button('保存'));
  await waitFor(() =>
    expect(server.saves()).toEqual([
      ['config/rewrite/save', '1', { name: 'WordPress', content: FRONT_CONTROLLER_RULE }],
      ['config/rewrite/set/1', '1', {}],
    ]),
  );
  expect(await screen.findByText('WordPress', { selector: 'strong' })).toBeVisible();
  await waitFor(() => expect(screen.queryByText(/^未保存/)).toBeNull());
  expect(codeOf(container)).toHaveTextContent('try_files');
});

const UNENDED = 'rewrite ^/a$ /b last\nrewrite ^/c$ /d last;\n';
const SEMICOLON = {
  line: 1,
  column: 21,
  message: 'rewrite 规则没有以「;」结束，第 2 行因此无法识别',
  fix: { title: '补上分号', length: 0, text: ';' },
};

it('shows the error of a refused rule once, at its line, and fixes it with one click', async () => {
  server.give(...inForce(1, { rewrite: { id: null, name: 'app', content: UNENDED } }));
  server.give(reply(checkRewrite, { problems: [SEMICOLON], ownRoot: false }));
  server.refuse(saveRewrite, { reason: 'rule-refused', message: '规则未通过检查' });
  const { user, container } = open('pseudoStatic');
  await waitFor(() => expect(codeOf(container)).toHaveTextContent('rewrite'));
  await user.type(container.querySelector('.cm-content') ?? container, '# ');
  server.give(reply(checkRewrite, { problems: [SEMICOLON], ownRoot: false }));
  await user.click(await button('保存'));
  expect(await screen.findByText('修正第 1 行后重新保存。', { exact: false })).toBeVisible();
  expect(await screen.findAllByText(/没有以「;」结束/)).toHaveLength(1);
  server.give(reply(checkRewrite, { problems: [], ownRoot: false }));
  await user.click(await button('补上分号'));
  await waitFor(() => expect(screen.queryByText(/没有以「;」结束/)).toBeNull());
  expect(screen.queryByText(/修正第 1 行/)).toBeNull();
});

it('inserts a converted rule into the editor with problems at their lines, without saving it', async () => {
  const problem = { line: 1, column: 1, message: 'rewrite 规则没有以「;」结束' };
  server.give(reply(checkRewrite, { problems: [problem], ownRoot: false }));
  const { user, container } = open('pseudoStatic');
  await user.click(await button('智能转换'));
  await user.type(await screen.findByLabelText(/^粘贴/), 'RewriteRule old new');
  await user.click(await button('转换'));
  expect(await screen.findByText('内置转换器')).toBeInTheDocument();
  expect(screen.getByText('伪静态中不支持')).toBeInTheDocument();
  await user.click(await button('插入'));
  await waitFor(() => expect(codeOf(container)).toHaveTextContent('rewrite ^/old$'));
  await waitFor(() =>
    expect(container.querySelector('.cm-problem-message')).toHaveTextContent('没有以「;」结束'),
  );
  expect(await screen.findByText('1 个错误')).toBeVisible();
  expect(server.requestsOf(checkRewrite).map(({ body }) => body)).toEqual([
    { content: 'rewrite ^/old$ /new last' },
  ]);
  expect(server.saves()).toEqual([]);
});

it('shows where an address leads, and lists recent tests', async () => {
  const { user } = open('pseudoStatic');
  await user.type(await screen.findByLabelText('网址'), '/news/12{Enter}');
  expect(await screen.findByText('由程序 /index.php 处理，访客看到的地址不变')).toBeVisible();
  expect(screen.getByText('/index.php?p=12')).toBeVisible();
  expect(await screen.findByText('最近测试')).toBeVisible();
});

it('saves image fields as one version, then the others, and refuses a number out of range', async () => {
  const uploads = { uploadMiB: 256, disabledFunctions: [] };
  server.onNext(writeConfig, ...inForce(2, { php: uploads }));
  server.onNext(updatePhpParam, ...inForce(3, { php: { ...uploads, parameters: { memory_limit: '256M' } } }));
  const { user } = open('php');
  const size = await screen.findByLabelText('单个文件上限');
  await user.clear(size);
  await user.type(size, '9999');
  expect(await button('保存')).toHaveAttribute('aria-disabled', 'true');
  await user.clear(size);
  await user.type(size, '256');
  const memory = screen.getByLabelText('内存上限');
  await user.clear(memory);
  await user.type(memory, '256');
  for (const name of ['chown', 'fsockopen', 'assert'])
    await user.click(screen.getByLabelText(`移除 ${name}`));
  expect(await screen.findByText('未保存 3 处')).toBeVisible();
  await user.click(await button('保存'));
  const memoryLimit = { phpIniKey: 'memory_limit', phpIniValue: '256' };
  await waitFor(() => expect(server.saves().at(-1)).toEqual(['config/php/updatePhpParam', '2', memoryLimit]));
  expect(server.saves()).toHaveLength(2);
  expect(images()).toEqual([{ maxPhpUploadSize: 256, disabledFuncs: 'none' }]);
  await waitFor(() => expect(screen.queryByText(/^未保存/)).toBeNull());
  expect(screen.getByText('无')).toBeVisible();
});

const SINGLE_SWITCHES: readonly (readonly [label: string, path: string])[] = [
  ['允许上传文件', 'upload/off'],
  ['输出缓冲', 'ob/off'],
  ['记录错误日志', 'errorLog/off'],
  ['页面上显示错误', 'lang/displayErrors/on'],
  ['短标签', 'lang/shortOpenTag/on'],
  ['运行 PHP', 'lang/php/off'],
];

it.each(SINGLE_SWITCHES)('saves the switch %s alone by the call php/%s', async (label, path) => {
  const { user } = open('php');
  await user.click(await screen.findByLabelText(label));
  await user.click(await button('保存'));
  await waitFor(() => expect(server.saves()).toEqual([[`config/php/${path}`, '1', {}]]));
});

const SINGLE_NUMBERS: readonly (readonly [label: string, path: string, body: object])[] = [
  ['单个文件上限', 'maxUploadSize/90', {}],
  ['接收数据时间上限', 'updatePhpParam', { phpIniKey: 'max_input_time', phpIniValue: '90' }],
];

it.each(SINGLE_NUMBERS)('saves the number %s alone by the call php/%s', async (label, path, body) => {
  const { user } = open('php');
  const field = await screen.findByLabelText(label);
  await user.clear(field);
  await user.type(field, '90');
  await user.click(await button('保存'));
  await waitFor(() => expect(server.saves()).toEqual([[`config/php/${path}`, '1', body]]));
});

it('saves disabled functions with a call of their own, and a list too long for a URL with config/write', async () => {
  server.onNext(disablePhpFunctions, ...inForce(2, { php: { disabledFunctions: [] } }));
  const { user } = open('php');
  for (const name of ['chown', 'fsockopen', 'assert'])
    await user.click(await screen.findByLabelText(`移除 ${name}`));
  await user.click(await button('保存'));
  await waitFor(() => expect(server.saves()).toEqual([['config/php/disableFuncs/none', '1', {}]]));

  await waitFor(() => expect(screen.queryByText(/^未保存/)).toBeNull());

  const many = Array.from({ length: 64 }, (_, index) => `${'f'.repeat(60)}${String(index)}`);
  await user.click(await button('添加'));
  await user.click(await screen.findByLabelText('函数名'));
  await user.paste(many.join(','));
  await user.keyboard('{Enter}');
  await user.click(await button('保存'));
  await waitFor(() => expect(images()).toEqual([{ disabledFuncs: many.join(',') }]));
});

it('keeps an unsaved switch and offers to save anyway when the server holds newer settings', async () => {
  server.refuse(setPhpUpload, { reason: 'config-newer', code: '409' });
  const { user } = open('php');
  await user.click(await screen.findByLabelText('允许上传文件'));
  server.give(...inForce(2, { php: { upload: true, uploadMiB: 100 } }));
  await user.click(await button('保存'));
  expect(await screen.findByText('仍然保存')).toBeVisible();
  expect(server.requestsOf(setPhpUpload).map(({ query }) => query['version'])).toEqual(['1']);
  expect(server.saves()).toEqual([]);
  expect(screen.getByLabelText('允许上传文件')).not.toBeChecked();
});

it('folds away versions that are not installed, says why one can’t be chosen, and shows PHP’s own report', async () => {
  const { user } = open('php');
  expect(await screen.findByText('PHP 8.2.24 · 1 个扩展')).toBeVisible();
  const card = async (version: string) => {
    const name = await screen.findByText(`PHP ${version}`, { selector: 'strong' });
    return name.closest('[role=radio]') ?? name;
  };
  expect(await card('8.2')).toBeChecked();
  expect(screen.queryByText('PHP 7.4')).not.toBeInTheDocument();
  await user.click(await button('1 个版本未安装'));
  await user.click(await card('7.4'));
  expect(await card('7.4')).toHaveAttribute('aria-disabled', 'true');
  expect(await card('8.2')).toBeChecked();
  await user.click(await button('查看扩展'));
  expect(await screen.findByText('128M')).toBeInTheDocument();
  expect(screen.getByText('控制台默认')).toBeInTheDocument();
});

it('says that a host runs no PHP', async () => {
  server.give(phpReply(1, undefined, false));
  open('php');
  expect(await screen.findByText('此主机不运行 PHP')).toBeVisible();
});

it('warns before it shows error details, and appends new lines of the log', async () => {
  server.onNext(setPhpLanguage, ...inForce(2, { php: { displayErrors: true } }));
  server.inTurn(readErrorLog, logLines(1, 'PHP Warning: first'), logLines(1));
  const { user } = open('errorInfo');
  expect(await screen.findByText('PHP Warning: first')).toBeVisible();
  await user.click(screen.getByLabelText('详细错误'));
  expect(await screen.findByText(/会暴露代码路径/)).toBeVisible();
  await user.click(await button('保存'));
  await waitFor(() => expect(server.saves()).toEqual([['config/php/lang/displayErrors/on', '1', {}]]));
  server.inTurn(readErrorLog, logLines(2, 'PHP Fatal error: second'), logLines(2));
  expect(await screen.findByText('PHP Fatal error: second')).toBeVisible();
  expect(screen.getAllByText('PHP Warning: first')).toHaveLength(1);
  const [first, ...later] = server.requestsOf(readErrorLog).map(({ body }) => body['from']);
  expect(first).toBeUndefined();
  expect(later[0]).toBe(1);
  await user.click(await button('暂停'));
  expect(await screen.findByText('已暂停')).toBeVisible();
});

it('names the disabled functions that scripts called, and links to the page that enables them', async () => {
  server.inTurn(readErrorLog, logLines(1, 'PHP Warning: first'), logLines(1));
  open('errorInfo');
  expect(await screen.findByText('PHP Warning: first')).toBeVisible();
  expect(screen.queryByText(/已将其禁用/)).not.toBeInTheDocument();
  const calls = [
    'PHP Fatal error:  Uncaught Error: Call to undefined function assert() in /wwwroot/mw-config/index.php:5',
    'PHP Fatal error:  Uncaught Error: Call to undefined function App\\fsockopen() in /wwwroot/a.php:2',
    'PHP Fatal error:  Uncaught Error: Call to undefined function my_own() in /wwwroot/b.php:2',
  ];
  server.inTurn(readErrorLog, logLines(4, ...calls), logLines(4));
  expect(await screen.findByText(/fsockopen\(\)、assert\(\)/, {}, { timeout: 20_000 })).toBeVisible();
  expect(screen.queryByText(/脚本调用了 .*my_own/)).not.toBeInTheDocument();
  expect(await button('打开 PHP 设置')).toBeEnabled();
});

it('offers no version that the node lacks, and restarts the application', async () => {
  server.give(dotNetReply(1, documentOf(), '6.8.0'));
  const { user } = open('dNet');
  expect(await screen.findByText('已安装的运行环境：Mono 6.8.0')).toBeVisible();
  expect(screen.getByLabelText('.NET 2.0（服务器未安装，请联系服务商）')).toBeDisabled();
  expect(screen.getByLabelText('.NET 4.0')).toBeChecked();
  expect(screen.getByText(/Global.asax/)).toBeVisible();
  await user.click(await button('重启应用'));
  expect(await screen.findByText(/^已停止/)).toBeVisible();
  expect(server.requestsOf(restartSite)).toHaveLength(1);
});

it.each([
  ['经典模式', 'changeVersion/4.0/classic'],
  ['Medium', 'trustedLevel/Medium'],
])('saves the .NET setting %s alone by the call dotnet/%s', async (label, path) => {
  const { user } = open('dNet');
  await user.click(await screen.findByLabelText(label));
  await user.click(await button('保存'));
  await waitFor(() => expect(server.saves()).toEqual([[`config/dotnet/${path}`, '1', {}]]));
});

it('saves the script error message of a .NET host by the call dotnet/scriptError', async () => {
  const { user } = open('errorInfo', 'NET');
  await user.click(await screen.findByLabelText('自定义文字'));
  await user.type(await screen.findByLabelText('显示给访客的文字'), '维护中');
  await user.click(await button('保存'));
  await waitFor(() =>
    expect(server.saves()).toEqual([['config/dotnet/scriptError/custom', '1', { msg: '维护中' }]]),
  );
});

it('saves .NET settings together, and reports what the node lacks or does not enforce', async () => {
  server.onNext(writeConfig, ...inForce(2, { dotNet: { mode: 'classic', trustLevel: 'Medium' } }));
  const { user } = open('dNet');
  expect(await screen.findByText('服务器没有安装 .NET 运行环境。')).toBeVisible();
  expect(screen.getByText(/不强制执行/)).toBeVisible();
  await user.click(screen.getByLabelText('经典模式'));
  await user.click(screen.getByLabelText('Medium'));
  await user.click(await button('保存'));
  await waitFor(() =>
    expect(images()).toEqual([{ dotnetVersion: '4.0', dotnetMode: 'classic', dotNetTrustedLevel: 'Medium' }]),
  );
});
