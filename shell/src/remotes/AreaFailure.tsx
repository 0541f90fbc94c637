import type { BootRemote } from '@sitedeck/contract';
import { useEffect, useState } from 'react';
import { AreaFailed } from './AreaFailed';
import { AreaLoading } from './AreaLoading';
import { askAnew } from '../boot/integrity';
import { diagnose, renewCopies } from './diagnose';
import { stopEntering } from './entering';
import { stageOf, type RemoteCause } from './remote-cause';
import { tellFailed } from './remote-events';

interface Props {
  readonly title: string;
  /** Absent: a page of the shell itself. */
  readonly about?: BootRemote;
  readonly error: unknown;
  readonly retry: () => void;
}

interface Finding {
  readonly cause: RemoteCause;
  readonly reference: string;
}

/** Finds out why, tells it, and shows it. */
export function AreaFailure({ title, about, error, retry }: Props) {
  const finding = useFinding(about, error);
  if (!finding) return <AreaLoading retry={retry} />;
  const again = () => {
    renewCopies();
    retry();
  };
  return <AreaFailed title={title} about={about} retry={again} {...finding} />;
}

function useFinding(about: BootRemote | undefined, error: unknown): Finding | undefined {
  const [finding, setFinding] = useState<Finding>();
  useEffect(() => {
    let current = true;
    if (about) stopEntering(about);
    void diagnose(error).then(({ cause, address }) => {
      // The next attempt must not be answered by what this one got.
      if (address !== undefined) askAnew(address);
      const reference = makeReference();
      if (about) tellFailed(about, stageOf(cause, address, about.entry), `${reference} ${firstLine(error)}`);
      if (current) setFinding({ cause, reference });
    });
    return () => {
      current = false;
    };
  }, [about, error]);
  return finding;
}

/** As in 7F3A2C: the server's log of what pages told holds it. */
const makeReference = (): string =>
  [...crypto.getRandomValues(new Uint8Array(3))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();

const firstLine = (error: unknown): string => String(error).split('\n')[0] ?? '';
