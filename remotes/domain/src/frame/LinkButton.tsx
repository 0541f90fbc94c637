import { LockedTip } from '@sitedeck/ui/core';

interface Props {
  readonly words: string;
  /** Words with the object, where the visible ones leave it to the row. */
  readonly label?: string | undefined;
  readonly reason?: string | undefined;
  readonly onClick: () => void;
}

/** An act inside a sentence or a row. */
export function LinkButton({ words, label, reason, onClick }: Props) {
  return (
    <LockedTip reason={reason}>
      <button type="button" className="sd-link-button" aria-label={label} onClick={onClick}>
        {words}
      </button>
    </LockedTip>
  );
}
