import { shownDomain, type BindResult } from '@sitedeck/contract';
import { useText } from '@sitedeck/ui/core';
import { useEffect, useRef, useState } from 'react';
import { State, type StateTone } from '../frame/State';
import { bindTexts } from './bind-texts';
import { TransferSteps } from './TransferSteps';
import type { TypedLine } from './typed-lines';
import type { BindResults } from './use-bind-check';

interface Props {
  readonly lines: readonly TypedLine[];
  readonly results: BindResults;
  readonly isChecking: boolean;
}

const TONES: Readonly<Record<BindResult['result'], StateTone>> = {
  bound: 'ok',
  already: 'none',
  taken: 'warning',
  reserved: 'failed',
  empty: 'failed',
  address: 'failed',
  wildcard: 'failed',
  script: 'failed',
  form: 'failed',
  length: 'failed',
};

/** Typed domains, each with its stored form and why it is refused or what the server replied. */
export function ResultList({ lines, results, isChecking }: Props) {
  const text = useText(bindTexts);
  const typed = new Set(lines.flatMap((line) => (line.is === 'ok' ? [line.name] : [])));
  // Counterparts of typed domains with or without `www.`.
  const added = [...results].filter(([name]) => lines.length > 0 && !typed.has(name));
  if (lines.length === 0) return null;
  return (
    <section aria-label={text('results')} aria-busy={isChecking}>
      <ul className="dm-results" aria-live="polite">
        {lines.map((line, index) => (
          // Keyed by name, so that a transfer keeps its state while other lines change.
          <li key={line.is === 'ok' ? line.name : `${String(index)} ${line.typed}`}>
            {line.is === 'refused' ? (
              <>
                <span className="dm-wrap">{line.typed}</span>
                <State tone="failed" words={text(`why.${line.why}`)} />
              </>
            ) : (
              <Answer name={line.name} shown={line.shown} result={results.get(line.name)} />
            )}
          </li>
        ))}
        {added.map(([name, result]) => (
          <li key={name}>
            <Answer name={name} shown={shownDomain(name)} result={result} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface AnswerProps {
  readonly name: string;
  readonly shown: string;
  /** Undefined: the server has not been asked yet. */
  readonly result: BindResult | undefined;
}

function Answer({ name, shown, result }: AnswerProps) {
  const text = useText(bindTexts);
  const [isMoved, setMoved] = useState(false);
  return (
    <>
      <span className="dm-wrap">
        {shown}
        {shown !== name && <span className="sd-mono sd-hint"> {name}</span>}
      </span>
      {isMoved && <Moved />}
      {result && !isMoved && (
        <State
          tone={TONES[result.result]}
          words={isRefusal(result.result) ? text(`why.${result.result}`) : text(`result.${result.result}`)}
        />
      )}
      {result?.result === 'taken' && !isMoved && (
        <TransferSteps name={name} record={result.record} onMoved={() => setMoved(true)} />
      )}
    </>
  );
}

/** Takes the focus of the button that it replaces. */
function Moved() {
  const text = useText(bindTexts);
  const box = useRef<HTMLSpanElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <span ref={box} tabIndex={-1} role="status" className="dm-moved">
      <State tone="ok" words={text('transfer.moved')} />
    </span>
  );
}

type Refusal = Exclude<BindResult['result'], 'bound' | 'already' | 'taken' | 'reserved'>;

const isRefusal = (result: BindResult['result']): result is Refusal =>
  !['bound', 'already', 'taken', 'reserved'].includes(result);
