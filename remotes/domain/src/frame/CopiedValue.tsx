import { CopyOutlined } from '@ant-design/icons';
import { IconButton, useCopy, useText } from '@sitedeck/ui/core';
import { frameTexts } from './frame-texts';

/** A value for another program, in a monospaced font, with a copy button. */
export function CopiedValue({
  value,
  strong = false,
}: {
  readonly value: string;
  readonly strong?: boolean;
}) {
  const text = useText(frameTexts);
  const copy = useCopy();
  return (
    <span className="dm-value">
      {strong ? <strong className="sd-mono">{value}</strong> : <span className="sd-mono">{value}</span>}
      <IconButton
        size="small"
        icon={<CopyOutlined />}
        label={text('copy', { value })}
        onClick={() => void copy(value)}
      />
    </span>
  );
}
