import type { BootRemote } from '@sitedeck/contract';
import { useEffect } from 'react';
import { AreaFailed } from './AreaFailed';
import { stageOf, type RemoteCause } from './remote-cause';
import { tellFailed } from './remote-events';

interface Props {
  readonly title: string;
  readonly remote: BootRemote;
  readonly cause: RemoteCause;
}

/** Nothing of the remote was loaded; a retry would find the same. */
export function RemoteRefused({ title, remote, cause }: Props) {
  const detail = cause.is === 'refused' ? cause.reason : `requires ${JSON.stringify(remote.requires)}`;
  const stage = stageOf(cause, undefined, remote.entry);
  useEffect(() => tellFailed(remote, stage, detail), [remote, stage, detail]);
  return <AreaFailed title={title} about={remote} cause={cause} />;
}
