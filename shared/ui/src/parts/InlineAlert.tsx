import CheckCircleOutlined from '@ant-design/icons/CheckCircleOutlined';
import CloseCircleOutlined from '@ant-design/icons/CloseCircleOutlined';
import ExclamationCircleOutlined from '@ant-design/icons/ExclamationCircleOutlined';
import InfoCircleOutlined from '@ant-design/icons/InfoCircleOutlined';
import WarningOutlined from '@ant-design/icons/WarningOutlined';
import type { ReactNode } from 'react';

/** The specification's kinds; `sigh` is a neutral note. */
export type AlertKind = 'danger' | 'primary' | 'sigh' | 'success' | 'warning';

const ICONS: Readonly<Record<AlertKind, ReactNode>> = {
  danger: <CloseCircleOutlined aria-hidden />,
  primary: <InfoCircleOutlined aria-hidden />,
  sigh: <ExclamationCircleOutlined aria-hidden />,
  success: <CheckCircleOutlined aria-hidden />,
  warning: <WarningOutlined aria-hidden />,
};

interface Props {
  readonly kind: AlertKind;
  /** Replaces the icon of the kind. */
  readonly icon?: ReactNode;
  /** `note` for what the page says anyway, `status` for a result, `alert` for what the user must hear at once. */
  readonly role?: 'note' | 'status' | 'alert' | undefined;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A message inside the page, for what persists. */
export function InlineAlert({ kind, icon = ICONS[kind], role = 'note', actions, children }: Props) {
  return (
    <div className={`sd-alert sd-alert-${kind}`} role={role}>
      {icon}
      <div>{children}</div>
      {actions}
    </div>
  );
}
