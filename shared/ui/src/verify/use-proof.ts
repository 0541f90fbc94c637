import { sealPassword, toFault } from '@sitedeck/sdk';
import { useState } from 'react';
import type { Way } from './WayChoice';
import { isAboutProof } from './proof-fault';
import { proofOf, type VerifyRequest } from './verify-request';

const CODE = /^\d{6}$/;

export type Lacking = 'password.required' | 'code.required';
/** What is wrong: a key of our texts, or the server's words. */
export type Problem =
  { readonly is: 'lacking'; readonly key: Lacking } | { readonly is: 'told'; readonly message: string };

interface Outcome {
  readonly onDone: () => void;
  /** The act was refused for another reason than its proof. */
  readonly onFailed: (fault: unknown) => void;
  /** The dialog asks for the proof again. */
  readonly onAgain: () => void;
}

export type Proof = ReturnType<typeof useProof>;

/** State and requests of the dialog; the component only renders it. */
export function useProof(run: VerifyRequest<void>['run'], { onDone, onFailed, onAgain }: Outcome) {
  const [typed, setTyped] = useState({ password: '', code: '' });
  const [problem, setProblem] = useState<Problem | undefined>(undefined);
  const [busy, setBusy] = useState(false);

  const lackingIn = (way: Way): Lacking | undefined => {
    if (way === 'password') return typed.password === '' ? 'password.required' : undefined;
    return CODE.test(typed.code.trim()) ? undefined : 'code.required';
  };

  const again = (next: Problem): void => {
    setProblem(next);
    onAgain();
  };

  const send = async (way: Way): Promise<void> => {
    setBusy(true);
    try {
      const proof = way === 'password' ? await sealPassword(typed.password) : typed.code.trim();
      await run(proofOf(proof));
      onDone();
    } catch (error) {
      const fault = toFault(error);
      if (isAboutProof(fault)) again({ is: 'told', message: fault.message });
      else onFailed(fault);
    } finally {
      setBusy(false);
    }
  };

  return {
    typed,
    problem,
    busy,
    tell: (message: string) => again({ is: 'told', message }),
    clear: () => setProblem(undefined),
    type: (field: keyof typeof typed, value: string) => {
      setTyped((before) => ({ ...before, [field]: value }));
      setProblem(undefined);
    },
    submit: (way: Way): void => {
      if (busy) return;
      const key = lackingIn(way);
      if (key) return again({ is: 'lacking', key });
      setProblem(undefined);
      void send(way);
    },
  };
}
