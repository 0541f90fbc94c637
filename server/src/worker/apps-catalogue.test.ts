import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CatalogueApp, CatalogueState } from '@sitedeck/contract';
import { openSigningKey } from '#system/site-image/signing-key';
import { makeAppConsole, type AppConsole } from '#testing/app-console';
import { makeAppHost, type AppHost } from '#testing/app-host';
import { itCaged } from '#testing/it-caged';
import { buildTestApp, issueTestCatalogue } from '#testing/test-app';

jest.setTimeout(300_000);

const FILES = { 'index.php': '<?php echo 1;' };

describe('the catalogue of apps', () => {
  let made: AppConsole;
  let host: AppHost;

  beforeAll(async () => {
    made = await makeAppConsole({ namesCatalogue: false });
    host = await makeAppHost(made);
  });
  afterAll(() => made.close());

  async function read() {
    const reply = (await host.request('/api/apps/catalogue?fresh=1')) as {
      state: CatalogueState;
      apps: readonly CatalogueApp[];
    };
    return { ...reply.state, apps: reply.apps.map(({ version }) => version) };
  }
  async function issue(serial: number, key = made.key): Promise<void> {
    const app = await buildTestApp(made.catalogue, made.key, { version: `${serial}.0`, files: FILES });
    await issueTestCatalogue(made.catalogue, key, { app, serial });
  }

  itCaged('is none before there is one in its default folder', async () => {
    expect(await read()).toEqual({ is: 'none', issuedAt: null, readAt: null, failure: null, apps: [] });
  });

  itCaged('keeps its last good index while it is foreign, damaged, older or gone', async () => {
    await issue(2);
    expect(await read()).toMatchObject({ is: 'ready', failure: null, apps: ['2.0'] });
    await issue(3, await openSigningKey(join(made.catalogue)));
    await expectFailure('不是由可信的密钥签名');
    await issue(3);
    await writeFile(join(made.catalogue, 'index.json'), '{}');
    await expectFailure('已损坏');
    await issue(1);
    await expectFailure('更旧');
    await rm(join(made.catalogue, 'index.json'));
    await expectFailure('缺少目录索引');
    await issue(4);
    expect(await read()).toMatchObject({ is: 'ready', failure: null, apps: ['4.0'] });
  });
  async function expectFailure(words: string): Promise<void> {
    const state = await read();
    expect(state).toMatchObject({ is: 'failed', apps: ['2.0'] });
    expect(state.failure).toContain(words);
    expect(state.failure).not.toContain(made.catalogue);
  }

  itCaged('names no path of the server when a package is missing', async () => {
    await issue(5);
    await read();
    await rm(join(made.catalogue, 'notes-5.0.tar.zst'));
    const task = await host.install({ version: '5.0' });
    expect(task).toMatchObject({ status: 'RUNNING_FAIL', info: { reason: 'catalogue-unreachable' } });
    const shown = JSON.stringify(task.info);
    expect(shown).toContain('文件不存在');
    expect(shown).not.toContain(made.catalogue);
  });
});
