import type { VisitSlot } from '@sitedeck/contract';
import type { Scale } from './scale';
import { KINDS, type VisitKind } from './visit-slots';

/** Of the plot, px; its width is whatever there is. */
export const PLOT_HEIGHT = 120;

interface Props {
  readonly slots: readonly VisitSlot[];
  readonly scale: Scale;
  readonly shown: number | undefined;
}

interface Piece {
  readonly kind: VisitKind;
  readonly y: number;
  readonly height: number;
}

/** A single failure among thousands still is to be seen: nothing that is there is lower than a pixel. */
function piecesOf(slot: VisitSlot, scale: Scale): readonly Piece[] {
  let y = PLOT_HEIGHT;
  return KINDS.filter((kind) => slot[kind] > 0).map((kind) => {
    const height = Math.max(1, (slot[kind] / scale.top) * PLOT_HEIGHT);
    y -= height;
    return { kind, y, height };
  });
}

/** Each slot's bar takes half of its room. Places across are shares, so that nothing is measured or drawn anew. */
export function VisitBars({ slots, scale, shown }: Props) {
  const room = 100 / slots.length;
  return (
    <svg width="100%" height={PLOT_HEIGHT} aria-hidden="true">
      {shown !== undefined && (
        <rect className="sh-visits-shown" x={`${shown * room}%`} width={`${room}%`} height={PLOT_HEIGHT} />
      )}
      {scale.ticks.map((tick) => {
        const y = PLOT_HEIGHT - (tick / scale.top) * PLOT_HEIGHT;
        return (
          <line key={tick} className={tick === 0 ? 'sh-visits-zero' : undefined} x2="100%" y1={y} y2={y} />
        );
      })}
      {slots.map((slot, index) =>
        piecesOf(slot, scale).map(({ kind, y, height }) => (
          <rect
            key={`${slot.at} ${kind}`}
            className={`sh-visits-${kind}`}
            x={`${(index + 0.25) * room}%`}
            width={`${room / 2}%`}
            y={y}
            height={height}
          />
        )),
      )}
    </svg>
  );
}
