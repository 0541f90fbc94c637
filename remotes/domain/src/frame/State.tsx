import {
  CheckCircleOutlined,
  CloseCircleOutlined,
  ExclamationCircleOutlined,
  LoadingOutlined,
  MinusCircleOutlined,
} from '@ant-design/icons';
import type { ReactNode } from 'react';

export type StateTone = 'ok' | 'warning' | 'failed' | 'none' | 'busy';

const ICONS: Readonly<Record<StateTone, ReactNode>> = {
  ok: <CheckCircleOutlined aria-hidden className="dm-icon-ok" />,
  warning: <ExclamationCircleOutlined aria-hidden className="dm-icon-warning" />,
  failed: <CloseCircleOutlined aria-hidden className="dm-icon-failed" />,
  none: <MinusCircleOutlined aria-hidden className="dm-icon-none" />,
  busy: <LoadingOutlined aria-hidden className="dm-icon-busy" />,
};

/** An icon and a text: the state of DNS, filing or certificate. `children` follow in the same row. */
export function State({
  tone,
  words,
  children,
}: {
  readonly tone: StateTone;
  readonly words: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <span className="dm-state">
      <span className="dm-state-words">
        {ICONS[tone]}
        <span className={`dm-words-${tone}`}>{words}</span>
      </span>
      {children}
    </span>
  );
}
