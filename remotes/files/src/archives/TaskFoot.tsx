import { Button, LockedTip, useText } from '@sitedeck/ui/core';
import type { RefObject } from 'react';
import { archiveTexts } from './archive-texts';

interface Props {
  /** Id of the form that the button sends. */
  readonly form: string;
  readonly start: RefObject<HTMLButtonElement | null>;
  /** Label of the start button. */
  readonly words: string;
  /** Why the task can't start now. */
  readonly reason: string | undefined;
  readonly isBusy: boolean;
  readonly onCancel: () => void;
}

/** Footer of a dialog that starts a task. */
export function TaskFoot({ form, start, words, reason, isBusy, onCancel }: Props) {
  const text = useText(archiveTexts);
  return (
    <>
      <Button onClick={onCancel}>{text('cancel')}</Button>
      <LockedTip reason={reason}>
        <Button ref={start} type="primary" htmlType="submit" form={form} loading={isBusy}>
          {words}
        </Button>
      </LockedTip>
    </>
  );
}
