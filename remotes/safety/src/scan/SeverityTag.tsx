import {
  CloseCircleOutlined,
  ExclamationCircleOutlined,
  InfoCircleOutlined,
  QuestionCircleOutlined,
} from '@ant-design/icons';
import { Tag, useText } from '@sitedeck/ui/core';
import type { ReactNode } from 'react';
import { scanTexts } from './scan-texts';
import type { SeverityFilter } from './use-address';

/** Icon of a severity; `unknown` is a file that could not be analysed. */
export const SEVERITY_ICONS: Readonly<Record<SeverityFilter, ReactNode>> = {
  high: <CloseCircleOutlined aria-hidden />,
  suspicious: <ExclamationCircleOutlined aria-hidden />,
  notice: <InfoCircleOutlined aria-hidden />,
  unknown: <QuestionCircleOutlined aria-hidden />,
};

const TONES = { high: 'error', suspicious: 'warning', notice: 'outline', unknown: 'neutral' } as const;

export function SeverityTag({ severity }: { readonly severity: SeverityFilter }) {
  const text = useText(scanTexts);
  return (
    <Tag tone={TONES[severity]} icon={SEVERITY_ICONS[severity]}>
      {text(`severity.${severity}`)}
    </Tag>
  );
}
