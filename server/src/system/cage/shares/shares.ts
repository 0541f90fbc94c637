/** What the programs of one host may use together. */
export interface HostLimits {
  readonly memoryBytes: number;
  /** Processes and threads. */
  readonly processes: number;
  /** Percent of one processor: 150 is one and a half. */
  readonly cpuPercent: number;
  /** Part of a busy processor or disk, relative to other hosts: from 1 to 10,000. */
  readonly cpuWeight: number;
  readonly ioWeight: number;
  /** Over the memory, the kernel ends only the largest program, not all of them. */
  readonly endsOneByOne?: boolean;
}

/** Weight of a host that has no other. */
export const EQUAL_WEIGHT = 100;

/** Version of the kernel's control groups (cgroups). Version 1 has a hierarchy for each controller. */
export type CgroupVersion = 1 | 2;

/** What the kernel can limit for a group, by its names. */
export const CONTROLLERS = ['memory', 'pids', 'cpu', 'io'] as const;
export type Controller = (typeof CONTROLLERS)[number];

/** Where the groups of an installation are: one folder for each controller that works. Plain data. */
export interface ShareGroups {
  readonly version: CgroupVersion;
  readonly folders: Partial<Record<Controller, string>>;
  /** Folder that counts processor time. On version 2 it is that of `cpu`. */
  readonly cpuTime?: string;
}

/** Whether programs of hosts get shares of this machine. Plain data. */
export type Shares =
  | { readonly is: 'on'; readonly groups: ShareGroups }
  | {
      readonly is: 'off';
      /**
       * `cages`: the machine permits no cages, which programs of a host can't leave;
       * `missing`: the kernel offers no controller; `rights`: it does, but groups can't be created.
       */
      readonly why: 'cages' | 'missing' | 'rights';
    };

/** What a program needs to join the groups of its host. */
export interface HostShare {
  /** Files to which the program writes its pid. */
  readonly joins: readonly string[];
  /** Limit of memory; undefined if memory isn't limited here. */
  readonly memoryBytes: number | undefined;
  /** Limit of processes and threads; undefined if they aren't limited here. */
  readonly processes?: number | undefined;
}

/** Group of what the product itself runs for a host: its file process and its FTP sessions. */
export const filesGroup = (hostCode: string): string => `${hostCode}.files`;
export const isFilesGroup = (name: string): boolean => name.endsWith('.files');

/** The folders of a group, each once. */
export function groupFolders({ folders, cpuTime }: ShareGroups): readonly string[] {
  return [...new Set([...Object.values(folders), ...(cpuTime === undefined ? [] : [cpuTime])])];
}
