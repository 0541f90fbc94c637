import type { BackupPlan } from '@sitedeck/contract';
import { useDialog, useText } from '@sitedeck/ui/core';
import { lazy, Suspense, useId, type ReactNode } from 'react';
import { frameTexts } from '../frame/frame-texts';

const PlanDialog = lazy(() => import('./PlanDialog').then((file) => ({ default: file.PlanDialog })));

interface Props {
  readonly title: string;
  readonly plan: BackupPlan;
  readonly children: ReactNode;
}

/** A card about the plan, with a button to edit it. */
export function SideCard({ title, plan, children }: Props) {
  const frame = useText(frameTexts);
  const id = useId();
  const show = useDialog();
  const change = () =>
    show((gone) => (
      <Suspense>
        <PlanDialog plan={plan} onGone={gone} />
      </Suspense>
    ));
  return (
    <section className="bk-card sd-card" aria-labelledby={id}>
      <div className="bk-card-head">
        <h2 id={id}>{title}</h2>
        <button
          type="button"
          className="sd-link-button"
          aria-label={`${frame('act.change')} ${title}`}
          onClick={change}
        >
          {frame('act.change')}
        </button>
      </div>
      {children}
    </section>
  );
}
