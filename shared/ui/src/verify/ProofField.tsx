import type { VerifiedAct } from '@sitedeck/contract';
import type { RefObject } from 'react';
import { useText } from '../i18n/use-text';
import { TextField } from '../parts/TextField';
import { CodeButton } from './CodeButton';
import type { Proof } from './use-proof';
import { verifyTexts } from './verify-texts';
import type { Way } from './WayChoice';

interface Props {
  readonly way: Way;
  readonly act: VerifiedAct;
  readonly proof: Proof;
  readonly input: RefObject<HTMLInputElement | null>;
}

/** The password field, or the code field with the button that sends a code. */
export function ProofField({ way, act, proof, input }: Props) {
  const text = useText(verifyTexts);
  const { typed, problem, type, showRefusal, clear } = proof;
  const error = problem && (problem.is === 'refused' ? problem.message : text(problem.key));
  if (way === 'password')
    return (
      <TextField
        key="password"
        label={text('password')}
        input={input}
        type="password"
        autoComplete="current-password"
        value={typed.password}
        error={error}
        onChange={(value) => type('password', value)}
      />
    );
  const onSent = () => {
    clear();
    input.current?.focus();
  };
  return (
    <TextField
      key="code"
      label={text('code')}
      input={input}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={6}
      value={typed.code}
      error={error}
      onChange={(value) => type('code', value)}
      end={<CodeButton channel={way} act={act} onSent={onSent} onFailed={showRefusal} />}
    />
  );
}
