import CheckOutlined from '@ant-design/icons/CheckOutlined';
import CloseOutlined from '@ant-design/icons/CloseOutlined';
import LoadingOutlined from '@ant-design/icons/LoadingOutlined';
import { useText } from '@sitedeck/ui/core';
import type { ReactNode } from 'react';
import { configureTexts } from './configure-texts';
import type { StepState } from './run-steps';
import type { Step, StepKey } from './steps';

interface Props {
  readonly steps: readonly Step[];
  readonly states: readonly StepState[];
}

const NORMAL: StepState = { is: 'normal' };

const MARKS: Readonly<Record<StepState['is'], (n: number) => ReactNode>> = {
  normal: (n) => n,
  running: () => <LoadingOutlined />,
  success: () => <CheckOutlined />,
  exception: () => <CloseOutlined />,
};

/** Each step is normal, success or exception, shown by mark, colour and words. */
export function StepList({ steps, states }: Props) {
  const text = useText(configureTexts);
  const noteOf = useNotes();
  return (
    <ol className="sh-configure-steps">
      {steps.map((step, index) => {
        const state = states[index] ?? NORMAL;
        return (
          <li key={step.key} className={`sh-configure-${state.is}`}>
            <span className="sh-configure-mark" aria-hidden="true">
              {MARKS[state.is](index + 1)}
            </span>
            <div>
              <strong>{text(`step.${step.key}`)}</strong>
              <span className="sd-visually-hidden"> {text(`state.${state.is}`)}</span>
              <p role={state.is === 'exception' ? 'alert' : undefined}>{noteOf(step, state)}</p>
            </div>
          </li>
        );
      })}
    </ol>
  );
}

function useNotes(): (step: Step, state: StepState) => string {
  const text = useText(configureTexts);
  const done: Readonly<Record<StepKey, (facts: Step['facts']) => string>> = {
    homePage: (facts) => text('done.homePage', facts),
    rewrite: (facts) => text('done.rewrite', facts),
    redirects: (facts) => text('done.redirects', { count: Number(facts['count']) }),
    errorPage: (facts) => (facts['path'] ? text('done.errorPage', facts) : text('done.errorPage.own')),
    mime: (facts) => text('done.mime', { count: Number(facts['count']) }),
    php: (facts) => text('done.php', { count: Number(facts['count']) }),
    scriptError: () => text('done.scriptError'),
    dotNet: () => text('done.dotNet'),
  };
  return ({ key, calls, facts }, state) => {
    if (state.is === 'exception') return state.reason;
    if (state.is !== 'success') return text(`note.${state.is}`);
    return calls.length === 0 ? text('note.skipped') : done[key](facts);
  };
}
