import { CheckOutlined } from '@ant-design/icons';
import { useText } from '@sitedeck/ui/core';
import { moveTexts } from './move-texts';

const STEPS = ['connect', 'check', 'move'] as const;
export type MoveStep = (typeof STEPS)[number];

/** Shows how far a new move is. */
export function MoveSteps({ now }: { readonly now: MoveStep }) {
  const text = useText(moveTexts);
  const current = STEPS.indexOf(now);
  return (
    <ol className="tl-steps" aria-label={text('steps')}>
      {STEPS.map((step, index) => (
        <li
          key={step}
          className={index < current ? 'tl-step-done' : ''}
          {...(index === current && { 'aria-current': 'step' as const })}
        >
          <span className="tl-step-mark" aria-hidden>
            {index < current ? <CheckOutlined /> : index + 1}
          </span>
          {text(`step.${step}`)}
        </li>
      ))}
    </ol>
  );
}
