import CloseCircleOutlined from '@ant-design/icons/CloseCircleOutlined';
import CopyOutlined from '@ant-design/icons/CopyOutlined';
import type { Fault } from '@sitedeck/contract';
import type { ReactNode } from 'react';
import { sharedTexts } from '../i18n/shared-texts';
import { useText } from '../i18n/use-text';
import { IconButton } from './IconButton';
import { useCopy } from './use-copy';

interface Props {
  /** What happened, as a short sentence: 证书申请失败. */
  readonly what: string;
  /** Its message says why. */
  readonly fault?: Pick<Fault, 'message' | 'id'> | undefined;
  /** What to do now. */
  readonly advice?: string | undefined;
  readonly actions?: ReactNode;
  /** Removes the notice: a button with a cross at its end. */
  readonly close?: ReactNode;
}

/** What happened, why, what to do, and the reference by which support finds it in the log. */
export function FaultNotice({ what, fault, advice, actions, close }: Props) {
  return (
    <div className="sd-fault" role="alert">
      <CloseCircleOutlined className="sd-fault-icon" aria-hidden />
      <div className="sd-fault-text">
        <strong>{what}</strong>
        {fault?.message && <p>{fault.message}</p>}
        {advice && <p>{advice}</p>}
        {(actions || fault?.id) && (
          <div className="sd-fault-foot">
            <span className="sd-row">{actions}</span>
            {fault?.id && <Reference id={fault.id} />}
          </div>
        )}
      </div>
      {close}
    </div>
  );
}

/** The reference number (编号 7F3A2C) and a copy button. */
export function Reference({ id }: { readonly id: string }) {
  const text = useText(sharedTexts);
  const copy = useCopy();
  return (
    <span className="sd-reference">
      {text('fault.reference', { id })}
      <IconButton
        size="small"
        icon={<CopyOutlined />}
        label={text('fault.copyReference', { id })}
        onClick={() => void copy(id)}
      />
    </span>
  );
}
