import type { VerifyWays } from '@sitedeck/contract';
import { useId } from 'react';
import { useText } from '../i18n/use-text';
import { verifyTexts } from './verify-texts';

export type Way = 'password' | 'email' | 'sms';

/** Proofs that the user types into the dialog. */
export function openWays({ password, email, sms }: VerifyWays): readonly Way[] {
  return [
    ...(password ? (['password'] as const) : []),
    ...(email === undefined ? [] : (['email'] as const)),
    ...(sms === undefined ? [] : (['sms'] as const)),
  ];
}

interface Props {
  readonly ways: VerifyWays;
  readonly chosen: Way;
  readonly onChoose: (way: Way) => void;
}

/** Renders nothing if there is only one way. */
export function WayChoice({ ways, chosen, onChoose }: Props) {
  const text = useText(verifyTexts);
  const name = useId();
  const open = openWays(ways);
  if (open.length < 2) return null;
  return (
    <fieldset className="sd-ways">
      <legend className="sd-label">{text('ways')}</legend>
      {open.map((way) => (
        <label key={way}>
          <input type="radio" name={name} checked={way === chosen} onChange={() => onChoose(way)} />
          {text(`way.${way}`, { address: way === 'password' ? '' : (ways[way] ?? '') })}
        </label>
      ))}
    </fieldset>
  );
}
