import { formatTime, serverNow } from '@sitedeck/sdk';
import Tooltip from 'antd/es/tooltip';
import { sharedTexts } from '../i18n/shared-texts';
import { useText } from '../i18n/use-text';

interface Props {
  /** ISO 8601; null shows a dash. */
  readonly at: string | null;
  /** Whether words of a sentence come before it, so that it begins in lower case. */
  readonly midSentence?: boolean;
}

const dayOf = (moment: Date) => new Date(moment.getFullYear(), moment.getMonth(), moment.getDate()).getTime();

/** Today and yesterday by name, other days in full; the full local time on hover. */
export function TimeText({ at, midSentence = false }: Props) {
  const text = useText(sharedTexts);
  if (!at) return <>—</>;
  const full = formatTime(at);
  const time = full.slice(11, 16);
  const now = new Date(serverNow());
  const day = dayOf(new Date(at));
  const yesterday = dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1));
  if (day !== dayOf(now) && day !== yesterday) return <time dateTime={at}>{full.slice(0, 16)}</time>;
  const key = day === yesterday ? 'time.yesterday' : 'time.today';
  return (
    <Tooltip title={full}>
      <time dateTime={at}>{text(midSentence ? `${key}.mid` : key, { time })}</time>
    </Tooltip>
  );
}
