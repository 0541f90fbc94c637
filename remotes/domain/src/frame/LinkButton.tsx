import { LockedTip } from '@sitedeck/ui/core';

interface Props {
  readonly words: string;
  /** Accessible name that includes the object, if the visible text relies on its row for it. */
  readonly label?: string | undefined;
  readonly reason?: string | undefined;
  readonly onClick: () => void;
}

/** An action inside a sentence or a row, styled as a link. */
export function LinkButton({ words, label, reason, onClick }: Props) {
  return (
    <LockedTip reason={reason}>
      <button type="button" className="sd-link-button" aria-label={label} onClick={onClick}>
        {words}
      </button>
    </LockedTip>
  );
}
