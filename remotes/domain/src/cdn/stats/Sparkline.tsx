/** Drawing units; the line stretches to its box. */
const WIDTH = 100;
const HEIGHT = 24;

interface Props {
  readonly values: readonly number[];
  readonly isBad: boolean;
}

/** A line chart of a figure, scaled from its lowest to its highest value. A single value is not drawn. */
export function Sparkline({ values, isBad }: Props) {
  if (values.length < 2) return null;
  const low = Math.min(...values);
  const span = Math.max(...values) - low;
  const points = values.map((value, index) => {
    const y = span === 0 ? HEIGHT / 2 : HEIGHT - ((value - low) / span) * HEIGHT;
    return `${((index / (values.length - 1)) * WIDTH).toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" focusable="false">
      <polyline className={isBad ? 'dc-line-bad' : 'dc-line'} points={points.join(' ')} />
    </svg>
  );
}
