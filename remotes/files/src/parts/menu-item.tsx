/** Something a menu offers. */
export interface Act {
  readonly key: string;
  readonly label: string;
  /** Why not now. */
  readonly blocked: string | undefined;
  readonly danger?: boolean;
  readonly run: () => void;
}

/** An act as a menu item; one that is blocked stays readable and says why. */
export function menuItem({ key, label, blocked, danger = false, run }: Act) {
  return {
    key,
    danger: danger && blocked === undefined,
    disabled: blocked !== undefined,
    onClick: run,
    label: blocked === undefined ? label : <BlockedLabel label={label} reason={blocked} />,
  };
}

function BlockedLabel({ label, reason }: { readonly label: string; readonly reason: string }) {
  return (
    <span className="fm-blocked">
      {label}
      <small>{reason}</small>
    </span>
  );
}
