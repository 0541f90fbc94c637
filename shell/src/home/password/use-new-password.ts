import { changePassword, type VerifyWays } from '@sitedeck/contract';
import { call, sealPassword, toFault, useCurrentHost } from '@sitedeck/sdk';
import { useVerify } from '@sitedeck/ui/core';
import { useState } from 'react';
import { passwordFlawOf, type PasswordFlaw } from './new-password';

export type Problem =
  { readonly is: 'flaw'; readonly flaw: PasswordFlaw } | { readonly is: 'refused'; readonly message: string };

interface Parts {
  /** Verb and object, for the button of the proof dialog. */
  readonly act: string;
  readonly onChanged: () => void;
  readonly onRefused: () => void;
}

/** The typed password, its checks and the change itself. */
export function useNewPassword({ act, onChanged, onRefused }: Parts) {
  const { hostName } = useCurrentHost().hostService;
  const verify = useVerify();
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<Problem | undefined>(undefined);
  const [busy, setBusy] = useState(false);

  /** On leaving the field; an error of the server stays until then. */
  const check = (): PasswordFlaw | undefined => {
    const flaw = passwordFlawOf(password, hostName);
    if (flaw) setProblem({ is: 'flaw', flaw });
    return flaw;
  };

  const change = async (ways: VerifyWays): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      const { is } = await verify({
        act: 'changePassword',
        ways,
        confirm: act,
        run: async (options) =>
          call(changePassword, { body: { password: await sealPassword(password) } }, options),
      });
      if (is === 'done') onChanged();
    } catch (error) {
      setProblem({ is: 'refused', message: toFault(error).message });
      onRefused();
    } finally {
      setBusy(false);
    }
  };

  return {
    password,
    problem,
    busy,
    check,
    type: (next: string) => {
      setPassword(next);
      // Shown on leaving the field; after that it disappears as soon as the value is valid.
      setProblem(
        problem?.is === 'flaw' && passwordFlawOf(next, hostName) === problem.flaw ? problem : undefined,
      );
    },
    submit: (ways: VerifyWays | undefined): void => {
      if (busy || !ways) return;
      if (check()) onRefused();
      else void change(ways);
    },
  };
}
