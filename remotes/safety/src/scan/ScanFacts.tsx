import type { ScanRun } from '@sitedeck/contract';
import { formatDuration } from '@sitedeck/sdk';
import { DOT, TimeSentence, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { scanTexts } from './scan-texts';

interface Props {
  readonly last: ScanRun;
  /** Whether it says here that the scan did not come to its end. */
  readonly isShown: boolean;
}

/** When the last scan was, and how much it has read. */
export function ScanFacts({ last, isShown }: Props) {
  const text = useText(scanTexts);
  const format = useLocaleFormat();
  const { mode, isScheduled, endedAt, files, read, bytes, seconds, isComplete } = last;
  const counted = { count: files, n: format.number(files) };
  const facts = [
    text('facts.files', counted),
    // A quick scan reads what has changed; without that figure a clean site seems unread.
    ...(read < files ? [text('facts.read', { n: format.number(read) })] : []),
    format.bytes(bytes),
    text('facts.time', { time: formatDuration(seconds * 1000) }),
    ...(isShown && !isComplete ? [text('facts.incomplete')] : []),
  ];
  return (
    <p className="sd-secondary">
      <TimeSentence
        at={endedAt}
        words={(time) => text(isScheduled ? 'facts.scheduled' : `facts.${mode}`, { time })}
      />
      {DOT}
      {facts.join(DOT)}
    </p>
  );
}
