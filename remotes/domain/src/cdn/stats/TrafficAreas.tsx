import type { CdnSlot } from '@sitedeck/contract';
import type { ChartScale } from '@sitedeck/ui/chart';
import { originBytes } from './figures';

interface Props {
  readonly slots: readonly CdnSlot[];
  readonly scale: ChartScale;
  readonly shown: number | undefined;
}

/** Drawing units of both axes: the drawing stretches to its box, so that nothing is measured on resize. */
const UNITS = 100;

/** Stacked areas: traffic from the origin below, from the cache on top. */
export function TrafficAreas({ slots, scale, shown }: Props) {
  const x = (index: number) => ((index + 0.5) / slots.length) * UNITS;
  const y = (bytes: number) => UNITS - (bytes / scale.top) * UNITS;
  const line = (bytesOf: (slot: CdnSlot) => number) =>
    slots.map((slot, index) => `${x(index).toFixed(2)},${y(bytesOf(slot)).toFixed(2)}`).join(' ');
  const area = (points: string) =>
    `${x(0).toFixed(2)},${UNITS} ${points} ${x(slots.length - 1).toFixed(2)},${UNITS}`;
  const all = line(({ bytes }) => bytes);
  const origin = line(originBytes);
  const slot = shown === undefined ? undefined : slots[shown];
  return (
    <>
      <svg viewBox={`0 0 ${UNITS} ${UNITS}`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
        {scale.ticks.map(({ at }) => (
          <line
            key={at}
            className={at === 0 ? 'sd-chart-zero' : undefined}
            x2={UNITS}
            y1={y(at)}
            y2={y(at)}
          />
        ))}
        <polygon className="dc-area-hit" points={area(all)} />
        <polygon className="dc-area-origin" points={area(origin)} />
        <polyline className="dc-line" points={all} />
        <polyline className="dc-line-origin" points={origin} />
        {shown !== undefined && <line className="dc-shown" x1={x(shown)} x2={x(shown)} y2={UNITS} />}
      </svg>
      {slot && shown !== undefined && (
        <>
          <Dot className="dc-dot-hit" x={x(shown)} y={y(slot.bytes)} />
          <Dot className="dc-dot-origin" x={x(shown)} y={y(originBytes(slot))} />
        </>
      )}
    </>
  );
}

/** An HTML element, because a circle in the stretched drawing would become an ellipse. */
function Dot({ className, x, y }: { readonly className: string; readonly x: number; readonly y: number }) {
  return <span className={`dc-dot ${className}`} aria-hidden style={{ left: `${x}%`, top: `${y}%` }} />;
}
