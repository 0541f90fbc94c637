import { Tooltip } from '@sitedeck/ui/core';

interface Props {
  readonly label: string;
  readonly on: boolean;
  /** Why it can't be changed now. */
  readonly blocked: string | undefined;
  /** The server has not confirmed yet. */
  readonly busy: boolean;
  readonly onChange: (on: boolean) => void;
}

/** The keyboard shows the reason too. */
const TRIGGER: ('hover' | 'focus')[] = ['hover', 'focus'];

/** A switch that acts at once, with its label. Plain, since the kit's own is in a lazy facade. */
export function Switch({ label, on, blocked, busy, onChange }: Props) {
  return (
    <Tooltip title={blocked} trigger={TRIGGER}>
      <button
        type="button"
        role="switch"
        aria-checked={on}
        aria-disabled={blocked !== undefined}
        aria-busy={busy}
        className="sh-switch"
        onClick={() => blocked === undefined && !busy && onChange(!on)}
      >
        <span className="sh-switch-track" aria-hidden="true" />
        {label}
      </button>
    </Tooltip>
  );
}
