import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { adminAddress } from './console-addresses';
import { readSettings, type Settings } from './settings';

const ROOT = join(__dirname, '../../../..');
const read = (path: string) => readFile(join(ROOT, path), 'utf8');

/** Lines of a service of docker-compose.yml, without comments. */
function serviceOf(compose: string, name: string): readonly string[] {
  const lines = compose.split('\n');
  const start = lines.indexOf(`  ${name}:`);
  if (start === -1) throw new Error(`no service ${name}`);
  const after = lines.slice(start + 1);
  const end = after.findIndex((line) => /^( {2})?\w/.test(line));
  return after.slice(0, end === -1 ? undefined : end).filter((line) => !/^\s*#/.test(line));
}

/** The items of one list of the service. */
function listOf(service: readonly string[], key: string): string[] {
  const after = service.slice(service.indexOf(`    ${key}:`) + 1);
  const end = after.findIndex((line) => !line.startsWith('      - '));
  return after.slice(0, end === -1 ? undefined : end).map((line) => line.trim().slice(2));
}

const environmentOf = (service: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    service.flatMap((line) => {
      const [, name, value] = /^ {6}([A-Z_]+): (.*)$/.exec(line) ?? [];
      return name === undefined || value === undefined ? [] : [[name, value.replaceAll("'", '')]];
    }),
  );

const rangeOf = ({ first, last }: { readonly first: number; readonly last: number }) => `${first}-${last}`;

describe('the container', () => {
  it('exposes the default ports of the settings', async () => {
    const [, exposed = ''] = /^EXPOSE (.*)$/m.exec(await read('Dockerfile')) ?? [];
    const settings = settingsFrom({});
    const { PORT, SITES_PORT, SITES_TLS_PORT, ADMIN_TOOL_PORT, FTP_PORT, FTP_PASSIVE } = settings;
    const ports = [
      PORT,
      SITES_PORT,
      SITES_TLS_PORT,
      ADMIN_TOOL_PORT,
      adminAddress(settings).port,
      FTP_PORT,
    ].map(String);
    expect(exposed.split(' ')).toEqual([...ports, rangeOf(FTP_PASSIVE)]);
  });
});

describe('docker-compose.yml', () => {
  const compose = () => read('docker-compose.yml');

  it('publishes FTP and sites over TLS under the port numbers that clients get, and the provider listener only locally', async () => {
    const node = serviceOf(await compose(), 'node');
    const settings = settingsOf(node);
    const { FTP_PORT, SITES_TLS_PORT } = settings;
    const range = rangeOf(settings.FTP_PASSIVE);
    const provider = String(adminAddress(settings).port);
    expect(listOf(node, 'ports').sort()).toEqual(
      [
        `127.0.0.1:${provider}:${provider}`,
        `${FTP_PORT}:${FTP_PORT}`,
        `${SITES_TLS_PORT}:${SITES_TLS_PORT}`,
        `${range}:${range}`,
      ].sort(),
    );
  });

  it('routes console, sites and admin tool through the front to their ports on the node', async () => {
    const text = await compose();
    const { PORT, SITES_PORT, ADMIN_TOOL_PORT } = settingsOf(serviceOf(text, 'node'));
    const front = await read('deploy/front.conf');
    const reached = [...front.matchAll(/node:(\d+)/g)].map(([, port]) => Number(port));
    expect(reached.sort()).toEqual([PORT, SITES_PORT, ADMIN_TOOL_PORT].sort());
    const listened = [...front.matchAll(/listen (\d+)/g)].map(([, port]) => `${port}:${port}`);
    expect(listOf(serviceOf(text, 'front'), 'ports').sort()).toEqual(listened.sort());
  });

  it('gives the node the right to mount the read-only view for FTP', async () => {
    const node = serviceOf(await compose(), 'node');
    expect(node).toContain('    cap_add: [SYS_ADMIN]');
    expect(node).toContain("    security_opt: ['apparmor:unconfined']");
  });
});

/** Settings of the node as the file starts it; examples replace what the operator fills in. */
function settingsOf(node: readonly string[]) {
  const example: Record<string, string> = {
    PUBLIC_ORIGIN: 'https://console.example.com',
    ADMIN_TOOL_ORIGIN: 'https://tools.example.com:8083',
    PUBLIC_IPS: '203.0.113.10',
    SITEDECK_PROVIDER_KEY: 'k'.repeat(32),
  };
  const given = Object.entries(environmentOf(node)).map(([name, value]) => [
    name,
    value.startsWith('${') ? (example[name] ?? value) : value,
  ]);
  return settingsFrom(Object.fromEntries(given) as Record<string, string>);
}

function settingsFrom(env: NodeJS.ProcessEnv): Settings {
  const read = readSettings(env, { is: 'separate' });
  if (read.is !== 'ok') throw new Error(JSON.stringify(read));
  return read.settings;
}
