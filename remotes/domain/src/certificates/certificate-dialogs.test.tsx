import '@testing-library/jest-dom';
import {
  applyCertificate,
  downloadCertificate,
  preflightCertificate,
  revokeCertificate,
  uploadCertificate,
  type Certificate,
  type Domain,
  type PreflightRow,
} from '@sitedeck/contract';
import { withChannels } from '@sitedeck/ui/testing/message-channel';
import { renderRemote, startKernel } from '@sitedeck/ui/testing/render-remote';
import { reply } from '@sitedeck/ui/testing/reply-server';
import { screen, waitFor, within } from '@testing-library/react';
import { App } from '../app';
import {
  certificateOf,
  certificatesReply,
  domainOf,
  domainsReply,
  inDays,
  openDomainServer,
  servedUntil,
} from '../testing/domain-server';
import {
  button,
  choose,
  dialogTitled,
  enter,
  menuEntry,
  questionOf,
  rowOf,
  userOf,
} from '../testing/page-acts';

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

const AT = '/domainCertCdn/bindDomain';
const asked = () => server.requestsOf(preflightCertificate).map(({ body }) => body);

describe('requesting a certificate', () => {
  async function openApply(
    domains: readonly Domain[],
    search = `?act=apply&domain=${domains[0]?.name ?? ''}`,
  ) {
    server.give(domainsReply(domains));
    renderRemote(App, { at: `${AT}${search}` });
    return { user: userOf(), dialog: await dialogTitled('申请免费证书') };
  }
  const row = (given: Partial<PreflightRow>): PreflightRow => ({
    ...{ name: 'a.com', point: 'dns', result: 'ok', message: 'a.com 指向本机' },
    ...given,
  });

  it('runs the preflight, and requests several names in one certificate', async () => {
    server.give(
      reply(preflightCertificate, {
        rows: [row({}), row({ point: 'caa', message: '没有 CAA 记录' })],
        canApply: true,
      }),
    );
    const { user, dialog } = await openApply([domainOf('a.com'), domainOf('www.a.com')]);
    expect(await within(dialog).findByText('a.com · CAA 记录')).toBeInTheDocument();
    await user.click(within(dialog).getByLabelText('www.a.com'));
    await user.click(within(dialog).getByLabelText(/^RSA/));
    await waitFor(() => expect(asked().at(-1)).toEqual({ names: ['a.com', 'www.a.com'], way: 'automatic' }));
    await waitFor(async () => {
      await user.click(await button('申请证书', dialog));
      expect(server.sent()).toEqual([
        ['certificate/apply', { names: ['a.com', 'www.a.com'], way: 'automatic', keyType: 'rsa' }],
      ]);
    });
    await waitFor(() => expect(screen.queryByText('申请前检查')).toBeNull());
  });

  it('lists failed checks first, each with its fix, and requests nothing', async () => {
    const fix = 'a.com 指向 1.2.3.4，不是本机。请把 A 记录改为 203.0.113.24';
    server.give(
      reply(preflightCertificate, {
        rows: [
          row({ point: 'challenge', message: '可以访问' }),
          row({ point: 'aaaa', result: 'warning', message: 'AAAA 记录指向别处' }),
          row({ result: 'failed', message: fix }),
        ],
        canApply: false,
      }),
    );
    const { user, dialog } = await openApply([domainOf('a.com')]);
    await within(dialog).findByText(fix);
    const checks = within(dialog).getAllByRole('listitem', { hidden: true });
    expect(checks.map(({ textContent }) => textContent)).toEqual([
      `a.com · 解析${fix}`,
      'a.com · IPv6 解析AAAA 记录指向别处',
      'a.com · 验证路径可以访问',
    ]);
    const confirm = await button('申请证书', dialog);
    expect(confirm).toHaveAttribute('aria-disabled', 'true');
    await user.click(confirm);
    expect(server.requestsOf(applyCertificate)).toEqual([]);
  });

  it('counts passed checks if there are many', async () => {
    const points = ['dns', 'aaaa', 'caa'] as const;
    const rows = ['a.com', 'b.com'].flatMap((name) => points.map((point) => row({ name, point })));
    server.give(reply(preflightCertificate, { rows, canApply: true }));
    const { dialog } = await openApply([domainOf('a.com'), domainOf('b.com')]);
    expect(await within(dialog).findByText('6 项检查通过')).toBeInTheDocument();
  });

  it('shows the refusal of a protected folder and what to do, and offers automatic validation', async () => {
    const { user, dialog } = await openApply([domainOf('a.com')]);
    await user.click(await within(dialog).findByLabelText(/^网站目录中的文件/));
    server.refuse(applyCertificate, {
      reason: 'certificate-directory-protected',
      message: '请先关闭网站根目录防护',
      code: '400',
    });
    await waitFor(() => expect(asked().at(-1)).toEqual({ names: ['a.com'], way: 'file' }));
    await waitFor(async () => {
      await user.click(await button('申请证书', dialog));
      expect(server.requestsOf(applyCertificate)).not.toEqual([]);
    });
    const notice = await within(dialog).findByRole('alert', { hidden: true });
    expect(notice).toHaveTextContent('请先关闭网站根目录防护');
    expect(notice).toHaveTextContent('也可以改用自动验证，不需要写入文件');
    await user.click(await button('改用自动验证', dialog));
    await waitFor(() => expect(within(dialog).queryByRole('alert', { hidden: true })).toBeNull());
    expect(within(dialog).getByLabelText(/^自动/)).toBeChecked();
    expect(within(dialog).getByLabelText(/^自动/)).toHaveFocus();
  });

  it('offers only DNS validation for a wildcard', async () => {
    const { dialog } = await openApply([domainOf('*.a.com')]);
    await waitFor(() => expect(asked().at(-1)).toEqual({ names: ['*.a.com'], way: 'dns' }));
    expect(within(dialog).queryByLabelText(/^自动/)).toBeNull();
  });

  it('suggests an upload for a wildcard if the server does not support DNS validation', async () => {
    server.give(certificatesReply([], { ways: ['automatic', 'file'] }));
    const { user, dialog } = await openApply([domainOf('*.a.com')]);
    const confirm = await button('申请证书', dialog);
    // The validation methods may arrive after the first hover.
    await waitFor(async () => {
      await user.unhover(confirm);
      await user.hover(confirm);
      expect(screen.getByText('泛域名需要 DNS 验证，此服务器不支持，可以上传证书')).toBeInTheDocument();
    });
    expect(asked()).toEqual([]);
  });

  it('shows that the provider offers no free certificates', async () => {
    server.give(certificatesReply([], { authority: null }));
    const { dialog } = await openApply([domainOf('a.com')]);
    expect(await within(dialog).findByText('服务商没有开启免费证书，可以上传证书')).toBeInTheDocument();
    expect(asked()).toEqual([]);
  });
});

describe('uploading a certificate', () => {
  const CHAIN = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----';
  const KEY = '-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----';

  async function openUpload() {
    renderRemote(App, { at: `${AT}?act=upload` });
    const user = userOf();
    const dialog = await dialogTitled('上传证书');
    await enter(user, within(dialog).getByLabelText('证书（PEM）'), CHAIN);
    await enter(user, within(dialog).getByLabelText('私钥（PEM）'), KEY);
    return { user, dialog };
  }

  it('checks certificate and key before the upload, and hides the key once it is complete', async () => {
    const { user, dialog } = await openUpload();
    expect(await within(dialog).findByText('证书和私钥匹配，可以上传')).toBeInTheDocument();
    expect(dialog).toHaveTextContent('使用的域名www.a.com');
    expect(dialog).not.toHaveTextContent('MIIE');
    expect(within(dialog).queryByDisplayValue(/MIIE/)).toBeNull();
    await user.click(await button('上传证书', dialog));
    expect(await screen.findByText('证书已上传')).toBeInTheDocument();
    expect(server.requestsOf(uploadCertificate).map(({ body }) => body)).toEqual([
      { certificate: CHAIN, privateKey: KEY, dryRun: true },
      { certificate: CHAIN, privateKey: KEY },
    ]);
  });

  it('shows why they are refused, and lets the user enter the key again', async () => {
    const message = '私钥与证书不匹配，请检查是否为同一次申请的文件';
    server.refuse(uploadCertificate, { reason: 'certificate-key-mismatch', message });
    const { user, dialog } = await openUpload();
    expect(await within(dialog).findByText(message)).toBeInTheDocument();
    expect(await button('上传证书', dialog)).toHaveAttribute('aria-disabled', 'true');
    await user.click(await button('重新填写', dialog));
    await waitFor(() => expect(within(dialog).getByLabelText('私钥（PEM）')).toHaveFocus());
    expect(within(dialog).queryByText(message)).toBeNull();
  });
});

describe('the list of certificates', () => {
  function openList(certificates: readonly Certificate[]) {
    server.give(
      domainsReply([domainOf('www.a.com', { certificate: servedUntil(inDays(62)) })]),
      certificatesReply(certificates),
    );
    renderRemote(App, { at: AT });
    return userOf();
  }
  const menuOf = async (issuer: string) => within(await rowOf(issuer)).getByLabelText(/更多|操作/);

  it('shows names, use, expiry and renewal of each', async () => {
    openList([
      certificateOf(1, { renewsAt: '2027-02-03T01:00:00.000Z' }),
      certificateOf(2, {
        ...{ names: ['a.com', 'b.com', 'c.com'], serves: [], issuer: 'Other CA', notAfter: inDays(3) },
        ...{ source: 'upload', way: null, renewsAt: null },
      }),
    ]);
    expect(await rowOf('Test CA')).toHaveTextContent(
      /^www\.a\.com使用的域名 www\.a\.com剩 62 天.*2027-02-03 自动续期Test CA/,
    );
    expect(await rowOf('Other CA')).toHaveTextContent(
      /^a\.com、b\.com 等 3 个未使用剩 3 天.*到期前请上传新证书Other CA/,
    );
  });

  it('downloads the chain', async () => {
    const saved: string[] = [];
    Object.assign(URL, { createObjectURL: () => 'blob:pem', revokeObjectURL: () => undefined });
    const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    const user = openList([certificateOf(1)]);
    await user.click(await button('下载证书链', await rowOf('Test CA')));
    await waitFor(() => expect(saved).toEqual(['www.a.com.pem']));
    expect(server.requestsOf(downloadCertificate).map(({ body }) => body)).toEqual([{ id: 1 }]);
    click.mockRestore();
  });

  it('turns off the renewal', async () => {
    const user = openList([certificateOf(1)]);
    await choose(user, await menuOf('Test CA'), '关闭自动续期');
    expect(await screen.findByText('已关闭自动续期')).toBeInTheDocument();
    expect(server.sent()).toEqual([['certificate/settings', { id: 1, renews: false }]]);
  });

  it('offers no renewal for a certificate that another request has replaced', async () => {
    const user = openList([certificateOf(1, { way: null, renewsAt: null })]);
    await user.click(await menuOf('Test CA'));
    expect(await menuEntry('重新申请')).toBeInTheDocument();
    expect(screen.queryByText('开启自动续期')).toBeNull();
  });

  it('deletes a certificate after naming the domains that lose HTTPS', async () => {
    const user = openList([certificateOf(1)]);
    await choose(user, await menuOf('Test CA'), '删除证书');
    const question = await questionOf(/www.a.com 没有其他证书，访客将无法通过 HTTPS 访问/);
    expect(server.sent()).toEqual([]);
    await user.click(await button('删除证书', question));
    expect(await screen.findByText('证书已删除')).toBeInTheDocument();
    expect(server.sent()).toEqual([['certificate/remove', { id: 1 }]]);
  });

  it('revokes a certificate after naming the domains that get another one, and shows a refusal', async () => {
    const other = certificateOf(2, {
      issuer: 'Other CA',
      serves: [],
      source: 'upload',
      way: null,
      renewsAt: null,
    });
    const user = openList([certificateOf(1), other]);
    await choose(user, await menuOf('Test CA'), '吊销证书');
    const question = await questionOf(/吊销后无法恢复。www.a.com 会改用另一个证书/);
    server.refuse(revokeCertificate, { reason: 'certificate-authority-down', code: '500' });
    await user.click(await button('吊销证书', question));
    await waitFor(() => expect(server.requestsOf(revokeCertificate)).toHaveLength(1));
    expect(screen.queryByText('证书已吊销')).toBeNull();
  });
});
