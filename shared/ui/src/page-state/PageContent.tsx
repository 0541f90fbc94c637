// Imported from the shared facade: a remote that bundles this component bundles no second kit.
import { Button, FaultNotice, sharedTexts, Skeleton, useText } from '@sitedeck/ui/core';
import type { ReactNode } from 'react';
import type { PageState } from './page-state';

interface Props<Data> {
  readonly state: PageState<Data>;
  /** Shown above the fault when the data can't be read. */
  readonly failed: string;
  /** Shown above the fault when this session may not read the data. */
  readonly forbidden: string;
  /** Lines of the skeleton. */
  readonly rows?: number;
  readonly children: (data: Data) => ReactNode;
}

/** The content of a page below its heading: skeleton, fault with a retry, or what `children` makes of the data. */
export function PageContent<Data>({ state, failed, forbidden, rows = 6, children }: Props<Data>) {
  const text = useText(sharedTexts);
  switch (state.is) {
    case 'loading':
      return (
        <div aria-busy="true">
          <Skeleton active paragraph={{ rows }} />
        </div>
      );
    case 'forbidden':
      return <FaultNotice what={forbidden} fault={state.fault} />;
    case 'failed':
      return (
        <FaultNotice
          what={failed}
          fault={state.fault}
          actions={<Button onClick={state.retry}>{text('act.retry')}</Button>}
        />
      );
    case 'ready':
      return <>{children(state.data)}</>;
  }
}
