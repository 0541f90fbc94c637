/** An item of a menu. */
export interface MenuAction {
  readonly key: string;
  readonly label: string;
  /** Why it is disabled now. */
  readonly blocked: string | undefined;
  readonly danger?: boolean;
  readonly run: () => void;
}

/** An action as a menu item; a blocked one shows its reason. */
export function menuItem({ key, label, blocked, danger = false, run }: MenuAction) {
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
