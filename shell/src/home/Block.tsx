import { useId, type ReactNode } from 'react';
import { BlockFault } from './BlockFault';
import type { BlockState } from './block-state';

interface Props<Data> {
  readonly title: string;
  /** What could not be loaded, as a short sentence. */
  readonly failed: string;
  readonly state: BlockState<Data>;
  /** As high as the content to come, so that nothing below moves. */
  readonly skeleton: ReactNode;
  /** Beside the heading. */
  readonly end?: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/** A card of Home that loads and fails on its own. */
export function Block<Data>({ title, failed, state, skeleton, end, children }: Props<Data>) {
  const id = useId();
  return (
    <section
      className="sd-card sh-home-card"
      aria-labelledby={id}
      aria-busy={state.is === 'loading'}
      tabIndex={-1}
    >
      <div className="sh-home-head">
        <h2 id={id}>{title}</h2>
        {end}
      </div>
      <BlockBody failed={failed} state={state} skeleton={skeleton}>
        {children}
      </BlockBody>
    </section>
  );
}

type BodyProps<Data> = Pick<Props<Data>, 'failed' | 'state' | 'skeleton' | 'children'>;

/** The part of a block that has to be loaded. */
export function BlockBody<Data>({ failed, state, skeleton, children }: BodyProps<Data>) {
  switch (state.is) {
    case 'loading':
      return skeleton;
    case 'failed':
      return <BlockFault what={failed} {...state} />;
    case 'ready':
      return children(state.data);
  }
}
