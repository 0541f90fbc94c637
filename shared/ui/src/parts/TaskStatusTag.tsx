import CheckCircleOutlined from '@ant-design/icons/CheckCircleOutlined';
import ClockCircleOutlined from '@ant-design/icons/ClockCircleOutlined';
import CloseCircleOutlined from '@ant-design/icons/CloseCircleOutlined';
import LoadingOutlined from '@ant-design/icons/LoadingOutlined';
import StopOutlined from '@ant-design/icons/StopOutlined';
import type { TaskStatus } from '@sitedeck/contract';
import type { ReactNode } from 'react';
import { sharedTexts } from '../i18n/shared-texts';
import { useText } from '../i18n/use-text';
import { Tag } from './Tag';
import type { Tone } from './StatusDot';

const APPEARANCE: Readonly<
  Record<TaskStatus, { readonly tone: Tone | 'outline'; readonly icon: ReactNode }>
> = {
  WAIT: { tone: 'outline', icon: <ClockCircleOutlined aria-hidden /> },
  RUNNING: { tone: 'primary', icon: <LoadingOutlined aria-hidden /> },
  RUNNING_SUCCESS: { tone: 'success', icon: <CheckCircleOutlined aria-hidden /> },
  RUNNING_FAIL: { tone: 'error', icon: <CloseCircleOutlined aria-hidden /> },
  STOP: { tone: 'neutral', icon: <StopOutlined aria-hidden /> },
};

export function TaskStatusTag({ status }: { readonly status: TaskStatus }) {
  const text = useText(sharedTexts);
  const { tone, icon } = APPEARANCE[status];
  return (
    <Tag tone={tone} icon={icon}>
      {text(`status.${status}`)}
    </Tag>
  );
}
