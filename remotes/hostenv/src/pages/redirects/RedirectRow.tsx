import {
  CheckCircleOutlined,
  DeleteOutlined,
  EditOutlined,
  ExclamationCircleOutlined,
} from '@ant-design/icons';
import type { Redirect } from '@sitedeck/contract';
import { IconButton, LockedTip, Tag, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { redirectTexts } from './redirect-texts';

interface Props {
  readonly redirect: Redirect;
  /** Index of an earlier redirect that catches all visitors of this one. */
  readonly covered: number | undefined;
  readonly blocked: string | undefined;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

export function RedirectRow({ redirect, covered, blocked, onEdit, onRemove }: Props) {
  const text = useText(redirectTexts);
  const format = useLocaleFormat();
  const { source, target, keepPath, keepQuery } = redirect;
  return (
    <>
      <div className="he-sort-words">
        <span className="he-redirect sd-mono">{text('row.name', { source, target })}</span>
        {keepPath && <Tag tone="neutral">{text('row.keepPath')}</Tag>}
        {keepQuery && <Tag tone="neutral">{text('row.keepQuery')}</Tag>}
        {covered === undefined ? (
          <Tag tone="success" icon={<CheckCircleOutlined aria-hidden />}>
            {text('row.working')}
          </Tag>
        ) : (
          <Tag tone="warning" icon={<ExclamationCircleOutlined aria-hidden />}>
            {text('row.covered', { n: format.number(covered + 1) })}
          </Tag>
        )}
      </div>
      <span className="he-doc-end">
        <LockedTip reason={blocked}>
          <IconButton
            size="small"
            icon={<EditOutlined />}
            label={text('row.edit', { source })}
            onClick={onEdit}
          />
        </LockedTip>
        <LockedTip reason={blocked}>
          <IconButton
            size="small"
            icon={<DeleteOutlined />}
            label={text('row.remove', { source })}
            onClick={onRemove}
          />
        </LockedTip>
      </span>
    </>
  );
}
