import type { Fault } from '@sitedeck/contract';
import { sealPassword, toFault } from '@sitedeck/sdk';
import { useState } from 'react';
import { proofOf, type KnownRequest } from './verify-request';
import type { Way } from './WayChoice';

/** Faults of the proof itself, or of the connection: the same dialog asks again. */
const AGAIN: ReadonlySet<string> = new Set([
  'verify-needed',
  'verify-wrong',
  'code-wrong',
  'code-expired',
  'captcha-refused',
  'too-many-attempts',
  'offline',
]);

/** Any other fault is about the action, and the caller shows it. */
const isAboutProof = ({ reason, field }: Fault): boolean => field === 'X-Verify' || AGAIN.has(reason);

const CODE = /^\d{6}$/;

type MissingValue = 'password.required' | 'code.required';

/** What is wrong: a key of our texts, or the server's words. */
export type Problem =
  | { readonly is: 'lacking'; readonly key: MissingValue }
  | { readonly is: 'refused'; readonly message: string };

interface Outcome {
  readonly onDone: () => void;
  /** The action was refused for another reason than its proof. */
  readonly onFailed: (fault: unknown) => void;
  /** The dialog asks for the proof again. */
  readonly onAgain: () => void;
}

export type Proof = ReturnType<typeof useProof>;

/** State and requests of the dialog; the component only renders it. */
export function useProof(run: KnownRequest<void>['run'], { onDone, onFailed, onAgain }: Outcome) {
  const [typed, setTyped] = useState({ password: '', code: '' });
  const [problem, setProblem] = useState<Problem | undefined>(undefined);
  const [busy, setBusy] = useState(false);

  const lackingIn = (way: Way): MissingValue | undefined => {
    if (way === 'password') return typed.password === '' ? 'password.required' : undefined;
    return CODE.test(typed.code.trim()) ? undefined : 'code.required';
  };

  const askAgain = (next: Problem): void => {
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
      if (isAboutProof(fault)) askAgain({ is: 'refused', message: fault.message });
      else onFailed(fault);
    } finally {
      setBusy(false);
    }
  };

  return {
    typed,
    problem,
    busy,
    showRefusal: (message: string) => askAgain({ is: 'refused', message }),
    clear: () => setProblem(undefined),
    type: (field: keyof typeof typed, value: string) => {
      setTyped((before) => ({ ...before, [field]: value }));
      setProblem(undefined);
    },
    submit: (way: Way): void => {
      if (busy) return;
      const key = lackingIn(way);
      if (key) return askAgain({ is: 'lacking', key });
      setProblem(undefined);
      void send(way);
    },
  };
}
