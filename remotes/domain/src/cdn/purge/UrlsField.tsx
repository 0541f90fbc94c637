import { useLocaleFormat, useText } from '@sitedeck/ui/core';
import type { CdnAllowance } from '@sitedeck/contract';
import type { RefObject } from 'react';
import { LinesField } from '../../frame/LinesField';
import { State } from '../../frame/State';
import { purgeTexts } from './purge-texts';
import type { TypedUrl } from './typed-urls';

interface Props {
  readonly label: string;
  readonly hint?: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly urls: readonly TypedUrl[];
  readonly allowance: CdnAllowance;
  readonly input?: RefObject<HTMLTextAreaElement | null>;
}

/** A field for URLs, one per line. Below it are what is left of today's limit and the lines that need a fix. */
export function UrlsField({ label, hint, placeholder, value, onChange, urls, allowance, input }: Props) {
  const text = useText(purgeTexts);
  const format = useLocaleFormat();
  const left = allowance.limit - allowance.used;
  const wrong = urls.flatMap(({ typed, problem }, index) => (problem ? [{ typed, problem, index }] : []));
  return (
    <>
      <LinesField
        label={label}
        value={value}
        onChange={onChange}
        rows={6}
        placeholder={placeholder}
        {...(hint !== undefined && { hint })}
        {...(input && { input })}
      />
      <p className="sd-secondary sd-small" role="status">
        {text('left', { n: format.number(urls.length), left: format.number(left) })}
      </p>
      {wrong.length > 0 && (
        <ul className="dm-results" aria-label={text('problems')} aria-live="polite">
          {wrong.map(({ typed, problem, index }) => (
            <li key={index}>
              <span className="dm-wrap">{typed}</span>
              <State tone="failed" words={text(`problem.${problem}`)} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
