import { consoleCalls, HostCode, HostInfo, type CallShape } from '@sitedeck/contract';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { CommandRefusal } from '../refusal';

const Words = z.array(z.string().min(1));

/** `story/replies.json`: the server's replies to the pages of a remote, and the texts that these must then show. */
const Story = z.strictObject({
  /** `res` by method and path of the contract, as in `POST /fs/ls`. */
  replies: z.record(z.string(), z.unknown()).default({}),
  /** Expected texts by route and language. */
  shows: z.record(z.string(), z.strictObject({ 'zh-CN': Words, 'en-US': Words })).default({}),
});
export type Story = z.infer<typeof Story>;

const HOST: HostInfo = HostInfo.parse({
  hostService: {
    hostName: 'story',
    hostCode: HostCode.parse('vh10001'),
    serviceStatus: { value: 'NORMAL' },
  },
  // Sees the pages for one product too, and the apps.
  specInfo: { language: 'PHP', productType: 'foreignTrade', plugin: 1, osType: 'Linux' },
  instanceType: '',
  operatorType: 'USER',
  remark: '',
  domains: ['www.example.com'],
  operator: 'story',
  testUrl: 'http://vh10001.localhost/',
  caged: true,
});

const SINCE = '2026-01-01T00:00:00.000Z';

/** Data of Home for a new site. */
const HOME: Story['replies'] = {
  'POST /api/vhost/info': {
    serviceStatus: 'NORMAL',
    createdAt: SINCE,
    testUrl: HOST.testUrl,
    domains: HOST.domains,
    serverAddresses: [],
    ftp: {
      host: 'localhost',
      port: 2121,
      user: 'story',
      enabled: true,
      writable: true,
      served: false,
      tls: 'offered',
      canBeReadOnly: true,
    },
    verify: { password: true, token: false },
  },
  'POST /api/vhost/usedSpace': {
    disk: { used: 0, quota: null, files: 0, measuredAt: SINCE },
    traffic: { used: 0, quota: null, since: SINCE },
  },
  'POST /api/vhost/share': {},
  'GET /api/backup/points': {
    engine: { is: 'missing', package: 'restic' },
    points: [],
    usedBytes: null,
    savedBytes: 0,
    damaged: false,
    checkedAt: null,
  },
  'POST /api/vhost/needs': { needs: [], checkedAt: SINCE },
  'POST /api/vhost/visits': { slots: [], countedTo: null },
  'POST /api/log/queryPage/{page}/{size}': { records: [], total: 0, more: false, pages: 0, cursor: 0 },
};

/** Replies to the calls that every page of a console makes. */
const ALWAYS: Story['replies'] = {
  'GET /api/currentHostInfo': HOST,
  'GET /api/getLoginSource': 'FTP',
  'GET /api/task/queryList/{hostCode}': [],
  'POST /api/remote/events': {},
  ...HOME,
};

export function readStory(folder: string): Story {
  const file = join(folder, 'story/replies.json');
  const parsed = Story.safeParse(existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});
  if (!parsed.success) throw new CommandRefusal(`story/replies.json: ${z.prettifyError(parsed.error)}`);
  return { ...parsed.data, replies: { ...ALWAYS, ...parsed.data.replies } };
}

const keyOf = ({ method, path }: CallShape): string => `${method} ${path}`;
const CALLS = new Map<string, CallShape>(Object.values(consoleCalls).map((call) => [keyOf(call), call]));

/** Reports replies to calls that the contract does not have, and replies that do not match it. */
export function storyFindings({ replies }: Story): readonly string[] {
  return Object.entries(replies).flatMap(([key, res]) => {
    const call = CALLS.get(key);
    if (call === undefined) return [`story: the contract has no call ${key}`];
    const parsed = call.reply.safeParse(res);
    return parsed.success ? [] : [`story: ${key} does not answer this: ${z.prettifyError(parsed.error)}`];
  });
}

/** The canned reply to a request; undefined if `story/replies.json` has none. */
export function replyTo({ replies }: Story, method: string, path: string): unknown {
  const key = Object.keys(replies).find((one) => {
    const [wanted = '', template = ''] = one.split(' ');
    const pattern = template.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+');
    return wanted === method && new RegExp(`^${pattern}$`).test(path);
  });
  return key === undefined ? undefined : replies[key];
}
