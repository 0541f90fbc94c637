import { HostCode, type HostInfo, type PublicConfig, type Task } from '@sitedeck/contract';

export const configFor = (base: string): PublicConfig => ({
  apiBase: base,
  fileServiceBase: base,
  wireKey: '',
  links: {},
  copyright: '',
});

export const hostInfo = (hostCode = 'vh10001'): HostInfo => ({
  hostService: { hostName: 'shop', hostCode: HostCode.parse(hostCode), serviceStatus: { value: 'NORMAL' } },
  specInfo: { language: 'PHP', productType: '', plugin: 0, osType: 'Linux' },
  instanceType: '',
  operatorType: 'USER',
  remark: '',
  domains: [],
  operator: 'shop',
  testUrl: 'http://vh10001.localhost:8081/',
  caged: true,
});

export const task = (given: Partial<Task> = {}): Task => ({
  id: 1,
  taskType: 'UPLOAD_FILE',
  taskStatus: 'RUNNING',
  createTime: new Date().toISOString(),
  startTime: null,
  endTime: null,
  notifyStatus: 0,
  preTaskCode: null,
  taskParam: '{}',
  taskInfo: 'empty',
  postStatus: null,
  operator: 'shop',
  progress: {},
  paused: false,
  steps: [],
  ...given,
});
