import type { CallShape } from './call/call';
import { consoleCalls, providerCalls } from './calls';
import { VERIFIED_ACTS } from './session/verify';

/** Methods and paths that clients rely on: they must not change. */
const SPECIFIED = [
  'GET /api/currentHostInfo',
  'GET /api/refreshHostInfo',
  'GET /api/getLoginSource',
  'POST /api/login',
  'POST /api/logout',
  'POST /api/captcha/send/{x}',
  'POST /api/vhost/getAllHostList/{page}/{size}',
  'POST /api/changeHost',
  'POST /api/task/queryPage/{hostCode}/{page}/{size}',
  'GET /api/task/queryList/{hostCode}',
  'GET /api/task/stopTask/{id}',
  'GET /api/task/deleteTask/{id}',
  'GET /api/task/getTask/{id}',
  'POST /api/task/updateTask/{id}',
  'GET /api/siteMove/getCloneInfo/{id}',
  'POST /fs/ls',
  'POST /fs/touch',
  'POST /fs/mkdir',
  'POST /fs/rm',
  'POST /fs/rename',
  'POST /fs/cp',
  'POST /fs/cat',
  'POST /fs/echo',
  'POST /fs/reset_permission',
  'POST /fs/upload',
  'POST /fs/download',
  'POST /fs/zip',
  'GET /api/captcha/challenge',
  'GET /api/login/token',
  'POST /fs/link',
  'POST /fs/upload/status',
];

const PROVIDER = [
  'POST /provider/accounts',
  'POST /provider/hosts',
  'PATCH /provider/hosts/{hostCode}',
  'GET /provider/hosts/{hostCode}',
  'DELETE /provider/hosts/{hostCode}',
  'POST /provider/tokens',
  'POST /provider/embed-tokens',
];

const addresses = (calls: object) =>
  Object.values(calls as Record<string, { method: string; path: string }>).map(
    (call) => `${call.method} ${call.path}`,
  );

describe('the contract', () => {
  it.each(SPECIFIED)('has %s under exactly that method and path', (address) => {
    expect(addresses(consoleCalls)).toContain(address);
  });

  it.each(PROVIDER)('has %s on the provider’s listener', (address) => {
    expect(addresses(providerCalls)).toContain(address);
  });

  it('gives every call an address of its own', () => {
    const all = [...addresses(consoleCalls), ...addresses(providerCalls)];
    expect(new Set(all).size).toBe(all.length);
  });

  it('lets an embedded backup page reach nothing of a database but its table names', () => {
    const all: readonly CallShape[] = Object.values(consoleCalls);
    const reached = all.filter(
      ({ path, embed }) => path.startsWith('/api/database/') && embed?.includes('backup'),
    );
    expect(reached.map(({ path }) => path)).toEqual(['/api/database/tables']);
  });

  it('lets an embedded page of host settings reach only settings, and all that it shows', () => {
    const all: readonly CallShape[] = Object.values(consoleCalls);
    const reached = all.filter(({ embed }) => embed?.includes('hostenv')).map(({ path }) => path);
    const isSetting = (path: string) => /^\/api\/(vhost|ai\/suggestion)\//.test(path);
    expect(reached.filter((path) => !isSetting(path))).toEqual([]);
    expect(reached.filter((path) => /changePwd|open$|close$|getAllHostList/.test(path))).toEqual([]);
    expect(reached).toEqual(expect.arrayContaining(['/api/vhost/restart', '/api/vhost/errorPage/config']));
  });

  it('declares every path parameter in a schema, and no other', () => {
    for (const call of [...Object.values(consoleCalls), ...Object.values(providerCalls)]) {
      const inPath = [...call.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      const inSchema = 'params' in call ? Object.keys(call.params.shape) : [];
      expect(inSchema.sort()).toEqual(inPath.sort());
    }
  });

  it('keeps a session alive with every call except polls and beacons', () => {
    const passive = Object.entries(consoleCalls).filter(([, call]) => 'passive' in call);
    expect(passive.map(([name]) => name)).toEqual([
      'queryVisits',
      'vhostUsedSpace',
      'vhostShare',
      'listNeeds',
      'readErrorLog',
      'listProcesses',
      'queryCdnStats',
      'listCronJobs',
      'listCronRuns',
      'queryTaskList',
      'getTask',
      'updateTask',
      'newerLog',
      'pauseUpload',
      'reportRemoteEvents',
    ]);
    expect(consoleCalls.uploadSlice).not.toHaveProperty('passive');
  });

  it('keeps session, host, task, log, backup, domain and certificate calls and the page open on a suspended host, and no other', () => {
    const passes = Object.values(consoleCalls).filter((call) => 'passesBlock' in call);
    const zones =
      /^\/api\/(logout|getLoginSource|captcha|currentHostInfo|refreshHostInfo|vhost\/getAllHostList|changeHost|task|log|backup|domain|certificate|icp|siteMove\/getCloneInfo|remote\/(events|embed|override\/reset)$)/;
    expect(passes.map(({ path }) => path).filter((path) => !zones.test(path))).toEqual([]);
    expect(passes).toHaveLength(63);
  });

  /** Calls about passwords, the reset of a database and a restore over a live site. */
  const SENSITIVE = [
    /^\/api\/vhost\/changePwd$/,
    /^\/api\/database\/.*(password|pwd|reset|empty|restore)/i,
    /^\/api\/(backup|siteImage)\/.*(restore|deploy)/i,
  ];

  it('requires step-up for every call about passwords, a database reset or a restore', () => {
    const all = Object.entries(consoleCalls);
    const sensitive = all.filter(([, { path }]) => SENSITIVE.some((pattern) => pattern.test(path)));
    expect(sensitive.filter(([, call]) => !('verify' in call)).map(([name]) => name)).toEqual([]);
    expect(sensitive.map(([name]) => name)).toContain('changePassword');
  });

  it('lists every step-up call among the actions that a code can confirm; each changes something and uploads no bytes', () => {
    const verified = Object.entries(consoleCalls).filter(([, call]) => 'verify' in call);
    expect(verified.map(([name]) => name).sort()).toEqual([...VERIFIED_ACTS].sort());
    for (const [, call] of verified) {
      expect(call.access).not.toBe('public');
      expect(call.effect).toBe('change');
      expect(call.bodyForm).not.toBe('upload');
    }
    for (const call of Object.values(providerCalls)) expect(call).not.toHaveProperty('verify');
  });

  it('gives a key scope to provider calls only', () => {
    for (const call of Object.values(providerCalls)) {
      expect(call.access).toBe('provider');
      expect(call.scope).not.toBe('');
    }
    for (const call of Object.values(consoleCalls)) expect(call).not.toHaveProperty('scope');
  });
});
