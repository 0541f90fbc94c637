import { CheckCircleOutlined, CloseCircleOutlined, ExclamationCircleOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';

export interface CheckRow {
  readonly key: string;
  /** `bad`: the act would fail; `warn`: it would replace something. */
  readonly is: 'good' | 'warn' | 'bad';
  readonly text: string;
}

const ICONS: Readonly<Record<CheckRow['is'], ReactNode>> = {
  good: <CheckCircleOutlined className="ap-good" aria-hidden />,
  warn: <ExclamationCircleOutlined className="ap-warn" aria-hidden />,
  bad: <CloseCircleOutlined className="ap-bad" aria-hidden />,
};

/** What a check has found, one line each; read out when it changes. */
export function CheckList({ rows, label }: { readonly rows: readonly CheckRow[]; readonly label: string }) {
  return (
    <ul className="ap-checks" aria-label={label} aria-live="polite">
      {rows.map(({ key, is, text }) => (
        <li key={key} className={is === 'bad' ? 'ap-check-bad' : ''}>
          {ICONS[is]}
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}
