import type { Task } from '@sitedeck/contract';
import { readImageConfig } from '@sitedeck/contract/image-config';
import { kernel, serverNow, useCurrentHost } from '@sitedeck/sdk';
import { useCallback, useEffect, useRef, useState } from 'react';
import { markDirty } from '../boot/leave-guard';
import { recordOutcome } from './record-outcome';
import { makeStepRun, type Send, type StepState } from './run-steps';
import { planSteps, type Step } from './steps';

const PLACE = 'configure';

export type Phase = 'running' | 'failed' | 'done' | 'unreadable';

export interface Configuration {
  readonly steps: readonly Step[];
  readonly states: readonly StepState[];
  readonly phase: Phase;
  readonly startedAt: number;
  readonly endedAt: number | undefined;
  readonly retry: () => void;
  /** Stops the running steps; true once that is recorded. */
  readonly stop: () => Promise<boolean>;
  /** True once the success is recorded. */
  readonly finish: () => Promise<boolean>;
}

const send: Send = async ({ def, input }, signal) => {
  // The step shows what went wrong; a toast would repeat it.
  const { res } = await kernel().exchange(def, input, { signal, quiet: true });
  return res;
};

/** Runs the steps of a task as soon as it is shown. */
export function useConfiguration(task: Task, appName: string): Configuration {
  const { language } = useCurrentHost().specInfo;
  const [config] = useState(() => readImageConfig(task.taskInfo));
  const [steps] = useState(() => planSteps({ config: config ?? {}, appName, language }));
  const [states, setStates] = useState<readonly StepState[]>(() => steps.map(() => ({ is: 'normal' })));
  const [phase, setPhase] = useState<Phase>(config ? 'running' : 'unreadable');
  const [startedAt] = useState(serverNow);
  const [endedAt, setEndedAt] = useState<number>();
  const [run] = useState(() =>
    makeStepRun(steps, {
      send,
      report: (at, state) => setStates((all) => all.map((each, index) => (index === at ? state : each))),
    }),
  );
  const abort = useRef<AbortController>(undefined);
  const noted = useRef(false);

  const go = useCallback(async () => {
    const mine = new AbortController();
    abort.current = mine;
    const done = await run.go(mine.signal);
    if (mine.signal.aborted) return;
    setPhase(done ? 'done' : 'failed');
    setEndedAt(serverNow());
    noted.current = await recordOutcome(task.id, done ? 'CONFIGURATION_SUCCESS' : 'CONFIGURATION_STOP');
  }, [run, task.id]);

  useEffect(() => {
    // The state must be set only after the first step has answered.
    // oxlint-disable-next-line react/set-state-in-effect
    if (config) void go();
    return () => abort.current?.abort();
  }, [config, go]);

  useEffect(() => {
    markDirty(PLACE, phase === 'running');
    return () => markDirty(PLACE, false);
  }, [phase]);

  return {
    steps,
    states,
    phase,
    startedAt,
    endedAt,
    retry: () => {
      setPhase('running');
      setEndedAt(undefined);
      void go();
    },
    stop: () => {
      abort.current?.abort();
      return recordOutcome(task.id, 'CONFIGURATION_STOP');
    },
    finish: async () => noted.current || recordOutcome(task.id, 'CONFIGURATION_SUCCESS'),
  };
}
