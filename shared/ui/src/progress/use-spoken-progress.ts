import { useEffect, useRef, useState } from 'react';
import { sharedTexts } from '../i18n/shared-texts';
import { useText } from '../i18n/use-text';

/** Screen readers hear the start, every 25 % and the end: the figure itself changes too often to be read out. */
export function useSpokenProgress(name: string, share: number | undefined): string {
  const text = useText(sharedTexts);
  const [spoken, setSpoken] = useState('');
  const last = useRef(-1);
  const quarter = share === undefined ? 0 : Math.floor(share * 4);

  useEffect(() => {
    if (quarter === last.current) return;
    last.current = quarter;
    if (quarter === 0) setSpoken(text('progress.started', { name }));
    else if (quarter === 4) setSpoken(text('progress.ended', { name }));
    else setSpoken(text('progress.at', { name, percent: `${quarter * 25}%` }));
  }, [quarter, name, text]);

  return spoken;
}
