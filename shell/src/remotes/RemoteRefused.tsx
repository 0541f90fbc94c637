import type { BootRemote } from '@sitedeck/contract';
import { useState } from 'react';
import { AreaFailed } from './AreaFailed';
import { stageOf, type RemoteCause } from './remote-cause';
import { reportFailed } from './remote-events';

interface Props {
  readonly title: string;
  readonly remote: BootRemote;
  readonly cause: RemoteCause;
  /** Reference of the failure, if it was already reported. */
  readonly known?: string | undefined;
  /** Absent if a retry would fail in the same way. */
  readonly retry?: () => void;
}

/** The area of a remote of which nothing was loaded. */
export function RemoteRefused({ title, remote, cause, known, retry }: Props) {
  // Lazy state, so that the refusal is reported once.
  const [reference] = useState(() =>
    reportFailed(remote, {
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
