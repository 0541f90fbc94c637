import { useState, type KeyboardEvent, type PointerEvent } from 'react';

const MOVES: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowLeft: (at) => at - 1,
  ArrowDown: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  ArrowUp: (at) => at + 1,
  PageUp: (at) => at + 5,
  PageDown: (at) => at - 5,
  Home: () => 0,
  End: (_at, last) => last,
};

const clamp = (at: number, last: number): number => Math.min(Math.max(at, 0), last);

/** The slot that is selected by pointer, finger or arrow keys. Escape clears it. */
export function useSlotFocus(count: number) {
  const [shown, setShown] = useState<number>();
  const last = count - 1;
  const point = ({ currentTarget, clientX }: PointerEvent<HTMLElement>): void => {
    const { left, width } = currentTarget.getBoundingClientRect();
    if (width > 0) setShown(clamp(Math.floor(((clientX - left) / width) * count), last));
  };
  const press = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key === 'Escape') return setShown(undefined);
    const move = MOVES[event.key];
    if (!move) return;
    event.preventDefault();
    setShown((at = last) => clamp(move(at, last), last));
  };
  return {
    shown: shown === undefined ? undefined : clamp(shown, last),
    handlers: {
      onPointerMove: point,
      onPointerDown: point,
      // Lifting a finger keeps the selected slot.
      onPointerLeave: (event: PointerEvent) => event.pointerType === 'mouse' && setShown(undefined),
      onFocus: () => setShown((at = last) => at),
      onBlur: () => setShown(undefined),
      onKeyDown: press,
    },
  };
}
