/** Small enough that shell and remotes bundle their own copies: charts are drawn by the page that shows them. */
export { chartStyle } from './chart/chart-style';
export { scaleFor, shortCount, type Scale } from './chart/scale';
export { shortLabel, slotLabel, type SlotLength } from './chart/slot-time';
export { SlotChart, type ChartScale } from './chart/SlotChart';
export { SlotTip } from './chart/SlotTip';
