import type { BootRemote } from '@sitedeck/contract';
import { useEffect, useState } from 'react';
import { AreaFailed } from './AreaFailed';
import { AreaLoading } from './AreaLoading';
import { renewAddress } from '../boot/integrity';
import { diagnose, renewCopies, type Diagnosis } from './diagnose';
import { stopEntering } from './entering';
import { stageOf, type RemoteCause } from './remote-cause';
import { reportFailed } from './remote-events';

interface Props {
  readonly title: string;
  /** Absent: a page of the shell itself. */
  readonly about?: BootRemote;
  readonly error: unknown;
  readonly retry: () => void;
}

interface Finding {
  readonly cause: RemoteCause;
  /** Absent for a page of the shell: only failures of remotes are reported to the server. */
  readonly reference: string | undefined;
}

/** Diagnoses the failure, reports it, and shows it. */
export function AreaFailure({ title, about, error, retry }: Props) {
  const finding = useFinding(about, error);
  if (!finding) return <AreaLoading retry={retry} />;
  const retryAll = () => {
    renewCopies();
    retry();
  };
  return <AreaFailed title={title} about={about} retry={retryAll} {...finding} />;
}

/** Why an attempt failed, once diagnosed; reported to the server. */
export function useFinding(about: BootRemote | undefined, error: unknown): Finding | undefined {
  const [finding, setFinding] = useState<Finding>();
  useEffect(() => {
    let current = true;
    if (about) stopEntering(about);
    void diagnose(error).then(({ cause, address }) => {
      // The next attempt must not reuse the result of this one.
      if (address !== undefined) renewAddress(address);
      const reference = about && reportFailure(about, error, { cause, address });
      if (current) setFinding({ cause, reference });
    });
    return () => {
      current = false;
    };
  }, [about, error]);
  return finding;
}

function reportFailure(about: BootRemote, error: unknown, { cause, address }: Diagnosis): string {
  return reportFailed(about, { stage: stageOf(cause, address, about.entry), words: firstLine(error) });
}

const firstLine = (error: unknown): string => String(error).split('\n')[0] ?? '';
