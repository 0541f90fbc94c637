import type { VisitSlot } from '@sitedeck/contract';
import type { Scale } from '@sitedeck/ui/chart';
import { KINDS, type VisitKind } from './visit-slots';

/** Of the plot, px; its width is flexible. */
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

/** A single failure among thousands stays visible: every bar is at least one pixel high. */
function piecesOf(slot: VisitSlot, scale: Scale): readonly Piece[] {
  let y = PLOT_HEIGHT;
  return KINDS.filter((kind) => slot[kind] > 0).map((kind) => {
    const height = Math.max(1, (slot[kind] / scale.top) * PLOT_HEIGHT);
    y -= height;
    return { kind, y, height };
  });
}

/**
 * Each bar takes half the width of its slot. Horizontal positions are percentages, so that resizing needs no
 * measuring and no redraw.
 */
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
          <line key={tick} className={tick === 0 ? 'sd-chart-zero' : undefined} x2="100%" y1={y} y2={y} />
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
