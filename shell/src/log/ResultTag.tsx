import CheckCircleOutlined from '@ant-design/icons/CheckCircleOutlined';
import CloseCircleOutlined from '@ant-design/icons/CloseCircleOutlined';
import type { LogRecord } from '@sitedeck/contract';
import { RESULT_TEXTS } from '@sitedeck/contract/action-texts';
import { useLocale } from '@sitedeck/sdk';
import { Tag } from '@sitedeck/ui/core';

export function ResultTag({ result }: Pick<LogRecord, 'result'>) {
  const locale = useLocale();
  const ok = result === 'ok';
  return (
    <Tag
      tone={ok ? 'success' : 'error'}
      icon={ok ? <CheckCircleOutlined aria-hidden /> : <CloseCircleOutlined aria-hidden />}
    >
      {RESULT_TEXTS[result][locale]}
    </Tag>
  );
}
