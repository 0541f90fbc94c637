import { BlockBody } from './Block';
import type { BlockState } from './block-state';
import { SkeletonLines } from './SkeletonLines';
import type { ReactNode } from 'react';

interface Props<Data> {
  readonly name: string;
  /** What could not be loaded, as a short sentence. */
  readonly failed: string;
  readonly state: BlockState<Data>;
  /** One key for each cell that most sites have, so that little moves once they are loaded. */
  readonly cells: readonly string[];
  readonly children: (data: Data) => ReactNode;
}

/** Cells of meters in a row that loads and fails on its own. */
export function MeterGroup<Data>({ name, failed, state, cells, children }: Props<Data>) {
  return (
    <div
      className="sh-quotas"
      role="group"
      aria-label={name}
      aria-busy={state.is === 'loading'}
      tabIndex={-1}
    >
      <BlockBody
        failed={failed}
        state={state}
        skeleton={cells.map((key) => (
          <div key={key} className="sh-quota">
            <SkeletonLines lines={[30, 50, 100, 60]} height={20} />
          </div>
        ))}
      >
        {children}
      </BlockBody>
    </div>
  );
}
