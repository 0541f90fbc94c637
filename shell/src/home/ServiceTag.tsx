import CheckCircleOutlined from '@ant-design/icons/CheckCircleOutlined';
import PauseCircleOutlined from '@ant-design/icons/PauseCircleOutlined';
import StopOutlined from '@ant-design/icons/StopOutlined';
import type { ServiceStatus } from '@sitedeck/contract';
import { Tag, useText } from '@sitedeck/ui/core';
import type { ReactNode } from 'react';
import { homeTexts } from './home-texts';

const APPEARANCE: Readonly<
  Record<ServiceStatus, { readonly tone: 'success' | 'neutral' | 'error'; readonly icon: ReactNode }>
> = {
  NORMAL: { tone: 'success', icon: <CheckCircleOutlined aria-hidden /> },
  CLOSED: { tone: 'neutral', icon: <PauseCircleOutlined aria-hidden /> },
  BLOCKING: { tone: 'error', icon: <StopOutlined aria-hidden /> },
};

/** State of the site, as icon and word. */
export function ServiceTag({ status }: { readonly status: ServiceStatus }) {
  const text = useText(homeTexts);
  const { tone, icon } = APPEARANCE[status];
  return (
    <span role="status">
      <Tag tone={tone} icon={icon}>
        {text(`service.${status}`)}
      </Tag>
    </span>
  );
}
