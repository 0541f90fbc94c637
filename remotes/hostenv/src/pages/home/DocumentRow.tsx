import { CheckCircleOutlined, DeleteOutlined, HomeOutlined, MinusCircleOutlined } from '@ant-design/icons';
import { IconButton, LockedTip, Tag, useText } from '@sitedeck/ui/core';
import { homeTexts } from './home-texts';

interface Props {
  readonly name: string;
  /** Whether the file exists; undefined for a name that was just entered. */
  readonly exists: boolean | undefined;
  /** Visitors get this file now. */
  readonly isServed: boolean;
  readonly blocked: string | undefined;
  readonly onRemove: () => void;
}

export function DocumentRow({ name, exists, isServed, blocked, onRemove }: Props) {
  const text = useText(homeTexts);
  return (
    <>
      <div className="he-sort-words">
        <span className="sd-mono">{name}</span>
        <FileState exists={exists} isServed={isServed} />
      </div>
      <span className="he-doc-end">
        <LockedTip reason={blocked}>
          <IconButton
            size="small"
            icon={<DeleteOutlined />}
            label={text('row.remove', { name })}
            onClick={onRemove}
          />
        </LockedTip>
      </span>
    </>
  );
}

function FileState({ exists, isServed }: Pick<Props, 'exists' | 'isServed'>) {
  const text = useText(homeTexts);
  if (isServed)
    return (
      <Tag tone="primary" icon={<HomeOutlined aria-hidden />}>
        {text('row.served')}
      </Tag>
    );
  if (exists === undefined) return <Tag tone="outline">{text('row.unsaved')}</Tag>;
  return exists ? (
    <Tag tone="success" icon={<CheckCircleOutlined aria-hidden />}>
      {text('row.exists')}
    </Tag>
  ) : (
    <Tag tone="neutral" icon={<MinusCircleOutlined aria-hidden />}>
      {text('row.missing')}
    </Tag>
  );
}
