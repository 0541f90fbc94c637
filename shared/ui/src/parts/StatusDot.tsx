export type Tone = 'primary' | 'success' | 'warning' | 'error' | 'neutral';

interface Props {
  readonly tone: Tone;
  /** Text for the colour; visually hidden when the same word is beside the dot. */
  readonly label?: string;
}

export function StatusDot({ tone, label }: Props) {
  if (!label) return <span className={`sd-dot sd-dot-${tone}`} aria-hidden="true" />;
  return <span className={`sd-dot sd-dot-${tone}`} role="img" aria-label={label} />;
}
