import type { TaskKind } from '@sitedeck/contract';

interface Lane {
  readonly queueName: (node: string) => string;
  /** Tasks of different hosts that run in parallel; a host never has two in one lane (queue policy `singleton`). */
  readonly concurrency: number;
}

/** Each lane is a queue with slots of its own. Each node has its own lanes, since a task runs on the node of its host. */
export const LANES = {
  /** Works on the files, databases and backups of a host. */
  local: { queueName: (node) => `node-${node}`, concurrency: 4 },
  /** Mostly waits for replies of a certificate authority or of a site: a slow one delays no backup. */
  remote: { queueName: (node) => `node-${node}-remote`, concurrency: 8 },
} as const satisfies Record<string, Lane>;

const REMOTE: readonly TaskKind[] = ['CERT_APPLY', 'CDN_PREFETCH'];

export const laneOf = (kind: TaskKind): Lane => LANES[REMOTE.includes(kind) ? 'remote' : 'local'];
