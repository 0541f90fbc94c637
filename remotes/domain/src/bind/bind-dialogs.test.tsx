import '@testing-library/jest-dom';
import {
  bindDomains,
  checkTransferInDomains,
  exportDomains,
  importDomains,
  transferDomain,
  type BindResult,
  type DnsRecord,
} from '@sitedeck/contract';
import { withChannels } from '@sitedeck/ui/testing/message-channel';
import { renderRemote, startKernel } from '@sitedeck/ui/testing/render-remote';
import { reply } from '@sitedeck/ui/testing/reply-server';
import { screen, waitFor, within } from '@testing-library/react';
import { App } from '../app';
import { domainOf, domainsReply, openDomainServer } from '../testing/domain-server';
import { button, choose, dialogTitled, enter, userOf } from '../testing/page-acts';

let server: Awaited<ReturnType<typeof openDomainServer>>;

beforeAll(async () => {
  withChannels();
  server = await openDomainServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.reset();
  startKernel(server.origin, `${server.origin}/fs`);
});

const PROOF: DnsRecord = {
  ...{ type: 'TXT', name: '_sitedeck.taken.com', found: [], expected: ['sitedeck=4711'], isRight: false },
};
const asked = () => server.requestsOf(bindDomains).map(({ body }) => body);
const results = (...all: readonly BindResult[]) => reply(bindDomains, { results: [...all] });

async function openBind() {
  renderRemote(App, { at: '/domainCertCdn/bindDomain?act=bind' });
  const dialog = await dialogTitled('绑定域名');
  return { user: userOf(), dialog, field: within(dialog).getByLabelText('域名') };
}

describe('binding domains', () => {
  it('parses each line while it is typed, shows its punycode, and reports mistakes', async () => {
    const { user, dialog, field } = await openBind();
    await waitFor(() => expect(field).toHaveFocus());
    await enter(user, field, '例子.中国\nhttp://a.com\n127.0.0.1\nпример.рф\n例子.中国');
    const lines = within(dialog).getAllByRole('listitem', { hidden: true });
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      '例子.中国 xn--fsqu00a.xn--fiqs8s',
      'http://a.com请输入正确的域名，如 www.example.com 或 例子.中国',
      '127.0.0.1这是 IP 地址，不是域名',
      'пример.рф只能包含字母、数字、连字符和汉字',
      '例子.中国与上面的行重复',
    ]);
    expect(await button('绑定域名', dialog)).toHaveAttribute('aria-disabled', 'true');
  });

  it('has the server check domains and their www counterparts while typing, without binding them', async () => {
    server.give(
      results(
        { typed: 'a.com', name: 'a.com', result: 'bound' },
        { typed: 'a.com', name: 'www.a.com', result: 'already' },
      ),
    );
    const { user, dialog, field } = await openBind();
    await enter(user, field, 'a.com');
    await user.click(within(dialog).getByLabelText('同时绑定 www'));
    expect(await within(dialog).findByText('可以绑定')).toBeInTheDocument();
    expect(within(dialog).getByText('www.a.com').closest('li')).toHaveTextContent('www.a.com已绑定到此主机');
    expect(asked().at(-1)).toEqual({ domains: ['a.com'], withWww: true, dryRun: true });
  });

  it('binds all lines at once and closes', async () => {
    const { user, dialog, field } = await openBind();
    await enter(user, field, 'A.com.\n*.b.com');
    server.give(
      results(
        { typed: 'a.com', name: 'a.com', result: 'bound' },
        { typed: '*.b.com', name: '*.b.com', result: 'bound' },
      ),
      domainsReply([domainOf('a.com'), domainOf('*.b.com')]),
    );
    await user.click(await button('绑定域名', dialog));
    expect(await screen.findByText('已绑定 2 个域名')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByText('同时绑定 www')).toBeNull());
    expect(asked().find(({ dryRun }) => dryRun !== true)).toEqual({
      ...{ domains: ['a.com', '*.b.com'], withWww: false },
    });
    expect(await screen.findByText('*.b.com')).toBeVisible();
  });

  it('keeps refused lines, each with its reason', async () => {
    const { user, dialog, field } = await openBind();
    await enter(user, field, 'a.com\nconsole.example.net');
    const reserved: BindResult = {
      ...{ typed: 'console.example.net', name: 'console.example.net', result: 'reserved' },
    };
    server.give(results({ typed: 'a.com', name: 'a.com', result: 'bound' }, reserved));
    await user.click(await button('绑定域名', dialog));
    expect(await screen.findByText('已绑定 1 个域名')).toBeInTheDocument();
    await waitFor(() => expect(field).toHaveValue('console.example.net'));
    expect(within(dialog).getByText('此域名不能绑定')).toBeInTheDocument();
  });

  it('shows why no domain was bound, and keeps the input', async () => {
    const { user, dialog, field } = await openBind();
    await enter(user, field, 'a.com');
    server.refuse(bindDomains, { reason: 'domain-too-many', message: '每个主机最多绑定 200 个域名' });
    await user.click(await button('绑定域名', dialog));
    expect(await within(dialog).findByText('域名没有绑定')).toBeInTheDocument();
    expect(field).toHaveValue('a.com');
  });
});

describe('a domain that another host has bound', () => {
  const taken = results({ typed: 'taken.com', name: 'taken.com', result: 'taken', record: PROOF });
  const stateOf = (isProven: boolean, isBoundElsewhere = true) => ({
    ...{ domain: 'taken.com', isBoundElsewhere, record: PROOF, isProven },
  });

  async function openTaken() {
    server.give(taken);
    const opened = await openBind();
    await enter(opened.user, opened.field, 'taken.com');
    await within(opened.dialog).findByText('已被其他主机绑定');
    return opened;
  }

  it('shows the record that proves ownership, and transfers the domain once DNS has the record', async () => {
    server.give(reply(checkTransferInDomains, { domains: [stateOf(false)] }));
    const { user, dialog } = await openTaken();
    expect(within(dialog).getByLabelText('复制 _sitedeck')).toBeInTheDocument();
    expect(within(dialog).getByLabelText('复制 sitedeck=4711')).toBeInTheDocument();
    expect(await button('转入', dialog)).toHaveAttribute('aria-disabled', 'true');
    await user.click(await button('检查验证记录', dialog));
    expect(await within(dialog).findByText('还没有查到，新记录通常几分钟后生效')).toBeInTheDocument();
    server.give(reply(checkTransferInDomains, { domains: [stateOf(true)] }));
    await user.click(await button('检查验证记录', dialog));
    expect(await within(dialog).findByText('验证通过')).toBeInTheDocument();
    await user.click(await button('转入', dialog));
    const moved = await within(dialog).findByText('已转入此主机');
    expect(moved.closest('li')).toHaveTextContent(/^taken.com已转入此主机$/);
    await waitFor(() => expect(moved.closest('[tabindex]')).toHaveFocus());
    expect(server.sent()).toContainEqual(['domain/transfer', { domain: 'taken.com' }]);
  });

  it('reports that the other host has unbound it meanwhile', async () => {
    server.give(reply(checkTransferInDomains, { domains: [stateOf(false, false)] }));
    const { user, dialog } = await openTaken();
    await user.click(await button('检查验证记录', dialog));
    expect(await within(dialog).findByText('此域名已不再被其他主机绑定，可以直接绑定')).toBeInTheDocument();
  });

  it.each([
    ['DNS does not answer', checkTransferInDomains, 'DNS 服务器没有响应，请稍后重试'],
    ['the record is gone again', transferDomain, '还没有查到 taken.com 的验证记录'],
  ])('shows the refusal when %s', async (_why, call, message) => {
    server.give(reply(checkTransferInDomains, { domains: [stateOf(true)] }));
    const { user, dialog } = await openTaken();
    server.refuse(call, { reason: 'domain-not-proven', message, code: '409' });
    await user.click(await button('检查验证记录', dialog));
    if (call === transferDomain) {
      await within(dialog).findByText('验证通过');
      await user.click(await button('转入', dialog));
    }
    expect(await within(dialog).findByText(message)).toBeInTheDocument();
  });
});

describe('lists of domains', () => {
  it('imports a CSV file, and keeps refused lines with their reason', async () => {
    server.give(domainsReply([domainOf('a.com')]));
    renderRemote(App, { at: '/domainCertCdn/bindDomain' });
    const user = userOf();
    await choose(user, await button('更多'), '批量导入');
    const dialog = await dialogTitled('批量导入域名');
    const csv = 'domain,remark\nb.com,活动页\n1.2.3.4,\n';
    const file = dialog.querySelector<HTMLInputElement>('input[type=file]');
    if (!file) throw new Error('no file field');
    await user.upload(file, new File([csv], 'list.csv', { type: 'text/csv' }));
    await waitFor(() => expect(within(dialog).getByLabelText('域名列表')).toHaveValue(csv));
    server.give(
      reply(importDomains, {
        results: [
          { typed: 'b.com', name: 'b.com', result: 'bound' },
          { typed: '1.2.3.4', result: 'address' },
        ],
      }),
    );
    await user.click(await button('导入域名', dialog));
    expect(await within(dialog).findByText('这是 IP 地址，不是域名')).toBeInTheDocument();
    expect(await screen.findByText('已绑定 1 个域名')).toBeInTheDocument();
    expect(server.sent()).toEqual([['domain/import', { csv }]]);
  });

  it('exports the domains as a file', async () => {
    const saved: string[] = [];
    Object.assign(URL, { createObjectURL: () => 'blob:csv', revokeObjectURL: () => undefined });
    const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push(`${this.download} ${this.href}`);
    });
    server.give(domainsReply([domainOf('a.com')]));
    renderRemote(App, { at: '/domainCertCdn/bindDomain' });
    await choose(userOf(), await button('更多'), '导出');
    await waitFor(() => expect(saved).toEqual(['domains.csv blob:csv']));
    expect(server.requestsOf(exportDomains)).toHaveLength(1);
    click.mockRestore();
  });
});
