export type Tone = 'primary' | 'success' | 'warning' | 'error' | 'neutral';

interface Props {
  readonly tone: Tone;
  /** Says what the colour says; hidden from sight where the word stands beside the dot anyway. */
  readonly label?: string;
}

export function StatusDot({ tone, label }: Props) {
  if (!label) return <span className={`sd-dot sd-dot-${tone}`} aria-hidden="true" />;
  return <span className={`sd-dot sd-dot-${tone}`} role="img" aria-label={label} />;
}
