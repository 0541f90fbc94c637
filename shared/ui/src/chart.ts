/** Small enough that shell and remotes bundle their own copies: charts are drawn by the page that shows them. */
export { scaleFor, shortCount, type Scale } from './chart/scale';
export { dayHere, shortLabel, slotLabel, type SlotLength } from './chart/slot-time';
export { useSlotFocus } from './chart/use-slot-focus';
