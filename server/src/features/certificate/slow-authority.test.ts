import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { OWN_ADDRESS, serveAcmeSites, type AcmeSites } from '#testing/acme-sites';
import { fieldOf } from '#testing/browser';
import { requestConsole, type RequestConsole } from '#testing/request-console';

/** Forwards connections to an authority unless it holds them. */
class Gate {
  isHeld = false;
  private server: Server | undefined;
  private readonly open = new Set<Socket>();

  async start(port: number): Promise<number> {
    this.server = createServer((client) => {
      this.open.add(client);
      client.on('error', () => undefined);
      if (this.isHeld) return;
      const authority = connect(port, '127.0.0.1');
      authority.on('error', () => client.destroy());
      client.pipe(authority).pipe(client);
    }).listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return (this.server.address() as AddressInfo).port;
  }

  /** Closes all connections. */
  release(): void {
    this.isHeld = false;
    for (const socket of this.open) socket.destroy();
    this.open.clear();
  }

  close(): void {
    this.release();
    this.server?.close();
  }
}

describe('a certificate authority that does not reply', () => {
  const gate = new Gate();
  let acme: AcmeSites;
  let owner: RequestConsole;

  beforeAll(async () => {
    acme = await serveAcmeSites({ authorityPort: ({ port }) => gate.start(port) });
    owner = requestConsole(acme, await acme.sites.site('patient', 'HTML'));
    await owner.post('domain/bind', { domains: ['patient.example'] });
    await acme.dns.setIpv4('patient.example', [OWN_ADDRESS]);
  });
  afterAll(async () => {
    gate.close();
    await acme.close();
  });

  it('lets the owner cancel, keeps other work possible, and issues later', async () => {
    gate.isHeld = true;
    const taskId = String(fieldOf(await owner.apply(['patient.example']), 'taskId'));
    const step = async () =>
      fieldOf(await owner.site.owner.request(`/api/task/getTask/${taskId}`), 'steps') as {
        name: string;
        status: string;
      }[];
    while (!(await step()).some(({ name, status }) => name === 'order' && status === 'running'))
      await sleep(50);
    expect((await owner.domain('patient.example')).certificate.taskId).toBe(Number(taskId));
    expect((await owner.post('domain/remark', { domain: 'patient.example', remark: 'x' })).code).toBe('200');
    await owner.site.owner.request(`/api/task/stopTask/${taskId}`);
    gate.release();
    expect(await owner.ended(taskId)).toBe('STOP');
    expect((await owner.domain('patient.example')).certificate).toMatchObject({
      taskId: null,
      failure: null,
    });
    expect(await owner.issue(['patient.example'])).toBe('RUNNING_SUCCESS');
  });
});
