import type { BootRemote } from '@sitedeck/contract';
import { useState } from 'react';
import { AreaFailed } from './AreaFailed';
import { stageOf, type RemoteCause } from './remote-cause';
import { tellFailed } from './remote-events';

interface Props {
  readonly title: string;
  readonly remote: BootRemote;
  readonly cause: RemoteCause;
  /** Of what happened, where it was told before. */
  readonly known?: string | undefined;
  /** Absent: a retry would find the same. */
  readonly retry?: () => void;
}

/** Nothing of the remote was loaded. */
export function RemoteRefused({ title, remote, cause, known, retry }: Props) {
  // Asked twice it answers the same, and tells it once.
  const [reference] = useState(() =>
    tellFailed(remote, {
      stage: stageOf(cause, undefined, remote.entry),
      words: detailOf(cause, remote),
      known,
    }),
  );
  return <AreaFailed title={title} about={remote} cause={cause} reference={reference} retry={retry} />;
}

function detailOf(cause: RemoteCause, { requires }: BootRemote): string {
  if (cause.is === 'refused') return cause.reason;
  if (cause.is === 'hang') return 'kept out: the last page of the tab ended while it entered the remote';
  return `requires ${JSON.stringify(requires)}`;
}
