import DownOutlined from '@ant-design/icons/DownOutlined';
import RightOutlined from '@ant-design/icons/RightOutlined';
import Button from 'antd/es/button';
import type { MouseEvent } from 'react';
import { sharedTexts } from '../i18n/shared-texts';
import { useText } from '../i18n/use-text';

interface Props {
  /** Of the row. */
  readonly name: string;
  readonly isOpen: boolean;
  readonly onClick: (event: MouseEvent<HTMLElement>) => void;
  /** With a word beside its icon. */
  readonly isWide?: boolean;
}

/** Opens and closes the details of a row. */
export function DetailButton({ name, isOpen, onClick, isWide = false }: Props) {
  const text = useText(sharedTexts);
  return (
    <Button
      type={isWide ? 'link' : 'text'}
      size="small"
      icon={isOpen ? <DownOutlined aria-hidden /> : <RightOutlined aria-hidden />}
      aria-label={text('table.details', { name })}
      aria-expanded={isOpen}
      onClick={onClick}
    >
      {isWide && text('table.detailsWord')}
    </Button>
  );
}
