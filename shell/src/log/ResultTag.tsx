import CheckCircleOutlined from '@ant-design/icons/CheckCircleOutlined';
import CloseCircleOutlined from '@ant-design/icons/CloseCircleOutlined';
import type { LogRecord } from '@sitedeck/contract';
import { RESULT_WORDS } from '@sitedeck/contract/action-words';
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
      {RESULT_WORDS[result][locale]}
    </Tag>
  );
}
