interface Props {
  readonly name: string;
  /** 0 to 1; undefined shows movement without a percentage. */
  readonly share: number | undefined;
}

export function ProgressBar({ name, share }: Props) {
  const known = share !== undefined;
  const percent = Math.floor((share ?? 0) * 100);
  return (
    <div
      className={known ? 'sd-bar-track' : 'sd-bar-track sd-bar-moving'}
      role="progressbar"
      aria-label={name}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(known && { 'aria-valuenow': percent })}
    >
      <span className="sd-bar-done" style={known ? { width: `${share * 100}%` } : undefined} />
    </div>
  );
}
